// The start of the page: who the engine is.

import { App } from "./app";
import { startInPage } from "./inpage";
import { SocketEngine } from "./link";

// Names of robots are keys of objects here and in the libraries; this one would set what an object inherits.
delete (Object.prototype as { __proto__?: unknown }).__proto__;

declare global {
  interface Window {
    kinetree: App;
  }
}

const root = document.getElementById("app")!;
const boot = document.getElementById("boot");

if (boot) {
  window.kinetree = startInPage(boot, root);
} else {
  const get = async (name: string) => {
    const address = new URL("mesh" + location.search, location.href);
    address.searchParams.set("name", name);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.arrayBuffer();
  };
  window.kinetree = new App(new SocketEngine(), get, root);
}
