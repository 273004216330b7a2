// The script of an exported page: it takes the page's own script out of the element in which it is compressed.

import { ascii85 } from "./ascii85";

const packed = ascii85(document.getElementById("script")!.textContent!);
const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip"));
new Response(stream).text().then((text) => {
  const script = document.createElement("script");
  script.textContent = text;
  document.body.append(script);
});
