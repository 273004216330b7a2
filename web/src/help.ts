// What the keyboard and the mouse do, shown on request.

import { el } from "./dom";

const keys: [string, string][] = [
  ["Space", "play and pause"], ["← →", "a row back and on"], ["Home End", "the start and the end of the run"],
  ["F", "the camera shows the whole motion"], ["1 2 3", "from the front, from the side, from above"],
  ["Shift + arrows, + −", "on the picture: turn the camera, nearer and farther"],
  ["+ − 0, Page Up, Page Down", "on a curve: zoom, whole run, back and on"],
  ["drag, Ctrl + wheel", "on a curve: zoom; double click for the whole run"],
  ["Shift + drag, Shift + wheel", "on a curve: move along"], ["click", "on a curve: the picture goes to that time"],
  ["Ctrl + Z, Ctrl + Shift + Z", "undo and redo what was turned"], ["P", "pin the run"], ["?", "this help"],
];

export class Help {
  readonly root = el("dialog", { id: "help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, "Keys and mouse"),
    el("dl", {}, ...keys.flatMap(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])),
    el("form", { method: "dialog" }, el("button", {}, "Close")));
  readonly button = el("button", { id: "help-button", title: "keys and mouse (?)",
    "aria-label": "help on keys and mouse",
    onclick: () => this.root.showModal() }, "?");
}
