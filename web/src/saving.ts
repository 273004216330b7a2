// Files that the page writes: the scenario, the log, the curves, pictures, a video.

import type { Charts } from "./charts";
import { el, offer } from "./dom";
import type { View } from "./view";

export class Saving {
  readonly file = el("pre", { id: "file", tabindex: 0, role: "region", "aria-label": "the scenario as a file" });
  readonly root: HTMLElement;
  readonly record = el("button", { id: "record", title: "record a video of the robot", onclick: () => this.film() },
    "Record");
  onSay: (words: string, fault?: boolean) => void = () => {};
  private recorder?: MediaRecorder;

  /** save asks for a file of the engine: the scenario or the log. */
  constructor(
    private view: View, private charts: Charts, save: (what: "text" | "log") => void, private name: () => string,
  ) {
    const copy = el("button", { id: "link", title: "an address that shows all of this again", onclick: () => {
      navigator.clipboard?.writeText(location.href).then(
        () => this.onSay("the link is in the clipboard"),
        () => this.onSay("the link is the address of this page"));
      if (!navigator.clipboard) this.onSay("the link is the address of this page");
    } }, "Copy link");
    this.root = el("div", {},
      el("div", { class: "bar" },
        el("button", { id: "save", onclick: () => save("text") }, "Save the scenario"),
        el("button", { id: "log", onclick: () => save("log") }, "Save the log (CSV)"),
        el("button", { id: "csv", title: "the curves that are seen, with those of pinned runs",
          onclick: () => this.curves() }, "Save the curves (CSV)")),
      el("div", { class: "bar" },
        el("button", { id: "photo", onclick: () => this.photo() }, "Picture of the robot"),
        el("button", { id: "drawing", onclick: () => this.drawing() }, "Picture of the curves"), this.record, copy),
      this.file);
  }

  private curves() {
    offer(new Blob([this.charts.csv()], { type: "text/csv" }), this.name() + "-curves.csv");
  }

  private photo() {
    this.view.canvas.toBlob((b) => b && offer(b, this.name() + ".png"));
  }

  private drawing() {
    this.charts.picture().toBlob((b) => b && offer(b, this.name() + "-curves.png"));
  }

  private film() {
    if (this.recorder) return this.recorder.stop();
    if (!("MediaRecorder" in window)) return this.onSay("this browser cannot record a video", true);
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(this.view.canvas.captureStream(60));
    recorder.ondataavailable = (e) => parts.push(e.data);
    recorder.onstop = () => {
      this.recorder = undefined;
      this.record.textContent = "Record";
      offer(new Blob(parts, { type: recorder.mimeType }), this.name() + ".webm");
    };
    recorder.start();
    this.recorder = recorder;
    this.record.textContent = "Stop recording";
  }
}
