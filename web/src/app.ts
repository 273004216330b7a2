// The page: what is opened, the robot, the knobs, and what follows from them.

import { Charts } from "./charts";
import { el, figure, onceAFrame, table } from "./dom";
import { Knobs } from "./knobs";
import type { Engine, Frame, Setting } from "./link";
import { Newest } from "./link";
import { Margins } from "./margins";
import { Runs } from "./runs";
import { Trajectory } from "./trajectory";
import { View, type Fetch, type Layer } from "./view";

const base = ["x", "y", "z"].map((k) => "base/position/" + k).concat(["x", "y", "z", "w"].map((k) => "base/orientation/" + k));
const axes = ["x", "y", "z"];
const layers: [Layer, string][] = [
  ["visual", "visuals"], ["collision", "collision shapes"], ["skeleton", "sticks"], ["frames", "frames"], ["axes", "axes"],
  ["com", "centres of mass"], ["inertia", "inertia ellipsoids"], ["forces", "reactions of joints"],
];

export class App {
  private view: View;
  private charts = new Charts();
  private margins = new Margins();
  private runs = new Runs();
  private knobs: Knobs;
  private stage: any;
  private run?: Trajectory;
  private pinned?: { run: Trajectory; set: Setting[]; metrics: any };
  private last?: { set: Setting[]; metrics: any };
  private simulate: Newest;
  private analyze: Newest;
  private time = 0;
  private playing = false;
  private live = false;
  private speed = 1;
  private heaviest = 0; // component of a reaction in the run (N)

  private status = el("p", { id: "status", role: "status" });
  private notes = el("ul", { class: "notes", id: "notes" });
  private metrics = el("div", { id: "metrics" });
  private clock = el("output", { id: "clock" }, "0 s");
  private scrub = el("input", { type: "range", id: "time", min: 0, max: 1, step: "any", value: 0, "aria-label": "time",
    oninput: () => {
      this.halt();
      this.seek(Number(this.scrub.value));
    } });
  private play = el("button", { id: "play", title: "play and pause (space)", onclick: () => this.toggle() }, "▶ Play");
  private pullButton = el("button", { id: "push", "aria-pressed": "false",
    title: "the robot moves in real time; drag a link to pull it with a spring", onclick: () => this.move() }, "Push it");
  private record = el("button", { id: "record", title: "record a video", onclick: () => this.film() }, "Record");
  private sliders = el("details", { class: "joints" }, el("summary", {}, "Joints by hand"));
  private tuning = el("div", { id: "tuning" });
  private file = el("pre", { id: "file" });
  private tabs = el("nav", { class: "tabs", role: "tablist" });
  private panels = el("div", { class: "panels" });

  constructor(
    private engine: Engine,
    private fetch: Fetch,
    root: HTMLElement,
  ) {
    this.simulate = new Newest(engine);
    this.analyze = new Newest(engine);
    this.knobs = new Knobs(onceAFrame(() => this.changed()), (path) => this.findKnob(path));
    const box = el("div", { class: "view" });
    const stack = el("details", { class: "layers" }, el("summary", {}, "Show"));
    root.append(
      el("header", {}, el("h1", { id: "title" }, "Kinetree"), this.status),
      el("main", {},
        el("section", { class: "left" }, box,
          el("div", { class: "player" }, this.play,
            el("button", { id: "step", title: "one row on (→)", onclick: () => this.stepOn(1) }, "Step"), this.scrub, this.clock,
            el("label", {}, "Speed ", this.speeds()), this.pullButton, this.record),
          this.sliders, this.knobs.root),
        el("section", { class: "right" }, this.charts.root, this.tabs, this.panels)),
    );
    this.view = new View(box);
    box.append(stack);
    for (const [layer, name] of layers) {
      stack.append(el("label", {}, el("input", { type: "checkbox", "data-layer": layer, checked: this.view.isShown(layer),
        onchange: (e: Event) => {
          this.view.show(layer, (e.target as HTMLInputElement).checked);
          if (layer === "forces") this.changed(); // the log has them only on request
        } }), name));
    }
    this.view.onPull = (link, point, target) => this.engine.send({ ask: "push", link, point, target }, () => {});
    this.view.onLayers = () =>
      stack.querySelectorAll<HTMLInputElement>("[data-layer]").forEach((c) => (c.checked = this.view.isShown(c.dataset.layer as Layer)));
    this.view.onRelease = () => this.engine.send({ ask: "push", link: "" }, () => {});
    this.charts.onSeek = (t) => {
      this.halt();
      this.seek(t);
    };
    this.runs.onPlay = (index) => this.playRun(index);
    engine.onLost = (why) => this.fail(why);
    document.addEventListener("keydown", (e) => this.key(e));
    engine.send({ ask: "describe" }, (f) => (f.error ? this.fail(f.error) : this.open(f.value)));
  }

  private speeds(): HTMLSelectElement {
    const pick = el("select", { id: "speed", onchange: () => {
      this.speed = Number(pick.value);
      if (this.live) this.engine.send({ ask: "pace", speed: this.playing ? this.speed : 0 }, () => {});
    } }, ...[0.05, 0.1, 0.25, 0.5, 1, 2].map((x) => el("option", { value: x, selected: x === 1 }, x + " ×")));
    return pick;
  }

  private open(stage: any) {
    this.stage = stage;
    document.title = `${stage.robot} – Kinetree`;
    document.getElementById("title")!.textContent = stage.robot;
    this.view.load(stage.urdf, stage.links ?? [], this.fetch);
    this.view.pose((stage.joints ?? []).map((j: any) => [j.name, j.at]));
    this.view.frame();
    this.knobs.load(stage.knobs ?? [], stage.paths ?? []);
    this.note(stage.notes);
    this.fillJoints();
    this.fillTabs();
    const joints = (stage.joints ?? []).filter((j: any) => !j.follows);
    // The joint that is tuned, or else one that is asked to move.
    const named = (k: any) => (k.tuned || k.group === "reference") && joints.find((j: any) => k.path.includes(j.name));
    this.charts.load(joints, (stage.knobs ?? []).map(named).find(Boolean)?.name ?? joints[0]?.name ?? "");
    if (stage.batch) this.runs.load(stage.batch);
    if (stage.fault) return this.fail(stage.fault);
    if (stage.log) this.showLog();
    else this.changed();
  }

  private fillJoints() {
    this.sliders.replaceChildren(el("summary", {}, "Joints by hand"));
    for (const j of this.stage.joints ?? []) {
      if (j.follows) continue;
      const [low, high] = [j.lower ?? -Math.PI, j.upper ?? Math.PI];
      const out = el("output", {}, figure(j.at));
      const slider = el("input", { type: "range", min: low, max: high, step: "any", value: j.at, "data-joint": j.name,
        "aria-label": j.name, oninput: () => {
          this.halt();
          out.textContent = figure(Number(slider.value));
          this.view.pose([[j.name, Number(slider.value)]]);
        } });
      this.sliders.append(el("div", { class: "knob" }, el("label", {}, j.name), slider, out));
    }
  }

  private fillTabs() {
    const list: [string, string, HTMLElement][] = [
      ["results", "Metrics", el("div", {}, el("div", { class: "bar" },
        el("button", { id: "pin", onclick: () => this.pin() }, "Pin as A"),
        el("button", { id: "unpin", onclick: () => this.unpin() }, "Take the pin out"),
        el("button", { id: "back", onclick: () => this.pinned && this.knobs.put(this.pinned.set) }, "Back to A")),
        this.metrics)],
      ["analysis", "Margins", this.margins.root],
      ["tune", "Tune", this.tuning],
      ["runsTab", "Runs", this.runs.root],
      ["scenario", "Scenario", el("div", {}, el("div", { class: "bar" },
        el("button", { id: "save", onclick: () => this.save("text", ".yaml") }, "Save the scenario"),
        el("button", { id: "log", onclick: () => this.save("log", ".csv") }, "Save the log (CSV)")), this.file)],
    ];
    this.tabs.replaceChildren();
    this.panels.replaceChildren();
    const use = list.filter(([id]) =>
      id === "tune" ? this.stage.tunes : id === "runsTab" ? this.stage.batch : id === "analysis" ? this.stage.law : true);
    const choose = (id: string) => {
      for (const [k] of use) {
        document.getElementById("tab-" + k)!.setAttribute("aria-selected", String(k === id));
        document.getElementById("panel-" + k)!.hidden = k !== id;
      }
      if (id === "scenario") this.showFile();
      if (id === "analysis") this.askAnalysis();
    };
    for (const [id, name, content] of use) {
      this.tabs.append(el("button", { id: "tab-" + id, role: "tab", "aria-controls": "panel-" + id,
        onclick: () => choose(id) }, name));
      this.panels.append(el("div", { id: "panel-" + id, role: "tabpanel", "aria-labelledby": "tab-" + id }, content));
    }
    if (this.stage.tunes) this.fillTuning();
    choose(this.stage.batch ? "runsTab" : "results");
  }

  /** showLog shows the log that was opened, which stays beside the runs that knobs make. */
  private showLog() {
    this.engine.send({ ask: "logged" }, (f) => {
      if (f.error) return this.fail(f.error);
      this.run = new Trajectory(f.value.columns, f.numbers);
      this.last = { set: [], metrics: undefined };
      this.charts.add(this.run);
      this.scrub.max = String(this.run.end);
      this.pin();
      this.status.textContent = `${this.run.rows} rows as they were logged; a knob simulates anew`;
      document.body.dataset.rows = String(this.run.rows);
      document.body.dataset.state = "ready";
    });
  }

  /** changed simulates with the knobs as they are. */
  private changed() {
    const set = this.knobs.set();
    const asked = performance.now();
    document.body.dataset.state = "busy";
    const forces = this.view.isShown("forces") ? [{ path: "log.reactions", value: true }] : [];
    this.simulate.ask({ ask: "simulate", set: [...set, ...forces] }, (f) => this.arrived(f, set, asked));
    if (this.tabOpen("analysis")) this.askAnalysis();
    if (this.tabOpen("scenario")) this.showFile();
  }

  private tabOpen(id: string): boolean {
    return document.getElementById("panel-" + id)?.hidden === false;
  }

  private arrived(f: Frame, set: Setting[], asked: number) {
    document.body.dataset.state = "ready";
    if (f.error) return this.fail(f.error);
    const { columns, outcome, failed, warnings } = f.value;
    const run = new Trajectory(columns, f.numbers);
    this.run = run;
    this.heaviest = 0;
    for (const j of this.stage.joints ?? [])
      for (const name of axes.map((k) => `${j.name}/force/${k}`))
        for (const x of run.get(name) ?? []) this.heaviest = Math.max(this.heaviest, Math.abs(x));
    const took = performance.now() - asked;
    this.status.className = failed ? "fault" : "";
    this.status.textContent = failed ??
      `${figure(outcome.simulated_time)} s in ${Math.round(took)} ms, ${outcome.integrator}, ${outcome.ended}`;
    document.body.dataset.rows = String(run.rows);
    document.body.dataset.took = String(took);
    this.note([...(this.stage.notes ?? []), ...(warnings ?? [])]);
    this.last = { set, metrics: outcome.metrics };
    this.charts.add(run);
    this.showMetrics();
    if (!this.live) this.seek(Math.min(this.time, run.end));
    this.scrub.max = String(run.end);
  }

  private askAnalysis() {
    if (!this.stage.law) return;
    this.analyze.ask({ ask: "analyze", set: this.knobs.set() }, (f) => {
      if (f.error) this.margins.fail(f.error);
      else this.margins.show(f.value);
    });
  }

  private showMetrics() {
    const now = this.last?.metrics;
    if (!now) {
      this.metrics.replaceChildren(el("p", { class: "small" }, "Nothing is asked of the joints, so nothing is measured."));
      return;
    }
    const joint = now[this.charts.chosen] ? this.charts.chosen : Object.keys(now)[0];
    const pinned = this.pinned?.metrics?.[joint];
    const rows = this.stage.metrics.map((name: string) => [name, now[joint][name] ?? null, ...(pinned ? [pinned[name] ?? null] : [])]);
    this.metrics.replaceChildren(el("p", { class: "small" }, joint), table(["metric", "now", ...(pinned ? ["A"] : [])], rows, "metric-table"));
  }

  private pin() {
    if (!this.run || !this.last) return;
    this.pinned = { run: this.run, set: this.last.set, metrics: this.last.metrics };
    this.charts.pin(this.run);
    this.view.showGhost(true);
    this.showMetrics();
    this.seek(this.time);
  }

  private unpin() {
    this.pinned = undefined;
    this.charts.pin();
    this.view.showGhost(false);
    this.showMetrics();
  }

  /** playRun plays a run of the batch beside the scenario as it is. */
  private playRun(index: number) {
    if (!this.pinned) this.pin();
    this.simulate.ask({ ask: "run", index, set: this.knobs.set() }, (f) => {
      this.arrived(f, [], performance.now());
      if (f.error) return;
      this.status.textContent = `run ${index}: ` + this.status.textContent;
      this.time = 0;
      if (!this.playing) this.toggle();
    });
  }

  // The player.

  private toggle() {
    this.playing = !this.playing;
    this.play.textContent = this.playing ? "❚❚ Pause" : "▶ Play";
    if (this.live) {
      this.engine.send({ ask: "pace", speed: this.playing ? this.speed : 0 }, () => {});
      return;
    }
    if (!this.playing) return;
    if (this.run && this.time >= this.run.end) this.time = 0;
    let before = performance.now();
    const tick = (now: number) => {
      if (!this.playing || this.live || !this.run) return;
      this.seek(this.time + ((now - before) / 1000) * this.speed);
      before = now;
      if (this.time >= this.run.end) this.halt();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private halt() {
    if (this.live) this.move();
    this.playing = false;
    this.play.textContent = "▶ Play";
  }

  private stepOn(rows: number) {
    if (this.live) {
      this.engine.send({ ask: "pace", speed: 0, steps: 1 }, () => {});
      return;
    }
    if (!this.run?.rows) return;
    this.halt();
    const [row] = this.run.at(this.time);
    this.seek(this.run.time[Math.min(this.run.rows - 1, Math.max(0, row + rows))]);
  }

  private seek(t: number) {
    const run = this.run;
    if (!run?.rows) return;
    this.time = Math.min(Math.max(t, run.time[0]), run.end);
    this.place(run, (joints, b) => this.view.pose(joints, b));
    if (this.pinned) this.place(this.pinned.run, (joints, b) => this.view.poseGhost(joints, b));
    if (this.heaviest > 0) {
      const [row, share] = run.at(this.time);
      this.view.bear((this.stage.joints ?? []).map((j: any) =>
        [j.name, axes.map((k) => (run.value(`${j.name}/force/${k}`, row, share) ?? 0) / this.heaviest)]));
    }
    this.scrub.value = String(this.time);
    this.clock.textContent = this.time.toFixed(3) + " s";
    document.body.dataset.row = String(run.at(this.time)[0]);
    this.charts.mark(this.time);
  }

  private place(run: Trajectory, put: (joints: [string, number][], base?: number[]) => void) {
    const [row, share] = run.at(this.time);
    const joints: [string, number][] = [];
    for (const j of this.stage.joints ?? []) {
      const x = run.value(j.name + "/position", row, share);
      if (x !== undefined) joints.push([j.name, x]);
    }
    put(joints, this.stage.floating ? base.map((name) => run.value(name, row, share) ?? 0) : undefined);
  }

  /** move lets the robot move in real time, where it can be pulled; or ends that. */
  private move() {
    this.live = !this.live;
    this.pullButton.setAttribute("aria-pressed", String(this.live));
    this.view.pulling = this.live;
    if (!this.live) {
      this.engine.send({ ask: "halt" }, () => {});
      this.playing = false;
      this.play.textContent = "▶ Play";
      this.seek(this.time);
      return;
    }
    this.playing = true;
    this.play.textContent = "❚❚ Pause";
    const position: Record<string, number> = {};
    for (const j of this.stage.joints ?? []) if (!j.follows) position[j.name] = this.view.angle(j.name) ?? j.at;
    const names = (this.stage.joints ?? []).map((j: any) => j.name);
    this.engine.send({ ask: "move", set: this.knobs.set(), speed: this.speed, from: { position } }, (f) => {
      if (!this.live) return;
      if (f.error) {
        this.move();
        this.fail(f.error);
        return;
      }
      const n = this.stage.floating ? 7 : 0;
      this.view.pose(names.map((name: string, k: number) => [name, f.numbers[n + k]]), n ? [...f.numbers.slice(0, 7)] : undefined);
      this.clock.textContent = f.value.time.toFixed(3) + " s";
      document.body.dataset.frames = String(Number(document.body.dataset.frames ?? 0) + 1);
      this.status.className = "";
      this.status.textContent = f.value.lag ? "the machine is too slow for this speed" : "in real time; drag a link to pull it";
    });
  }

  private recorder?: MediaRecorder;

  private film() {
    if (this.recorder) {
      this.recorder.stop();
      return;
    }
    if (!("MediaRecorder" in window)) return this.fail("this browser cannot record a video");
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(this.view.canvas.captureStream(60));
    recorder.ondataavailable = (e) => parts.push(e.data);
    recorder.onstop = () => {
      this.recorder = undefined;
      this.record.textContent = "Record";
      offer(new Blob(parts, { type: recorder.mimeType }), this.stage.robot + ".webm");
    };
    recorder.start();
    this.recorder = recorder;
    this.record.textContent = "Stop recording";
  }

  // Searching.

  private fillTuning() {
    const costs = el("ol", { class: "costs", id: "costs" });
    const found = el("div", {});
    const button = el("button", { id: "tune", onclick: () => {
      if (button.textContent === "Stop") {
        this.engine.send({ ask: "halt" }, () => {});
        return;
      }
      button.textContent = "Stop";
      costs.replaceChildren();
      found.replaceChildren();
      let least = Infinity;
      this.engine.send({ ask: "tune", set: this.knobs.set() }, (f) => {
        if (f.error) {
          button.textContent = "Search";
          return this.fail(f.error);
        }
        const c = f.value;
        if (c.least !== null && c.least < least) {
          least = c.least;
          costs.prepend(el("li", { value: c.runs }, `cost ${figure(c.least)}`));
        }
        this.status.className = "";
        this.status.textContent = `candidate ${c.runs} of ${c.of}, least cost ${figure(c.least)}`;
        if (!c.done) return;
        button.textContent = "Search";
        if (!c.report) return;
        const rows = c.report.free.map((x: any) => [x.path, x.before, x.after, x.at_bound ?? ""]);
        found.replaceChildren(table(["number", "before", "after", "at bound"], rows, "found"),
          el("button", { id: "take", onclick: () => this.knobs.put([...this.knobs.set()
            .filter((s) => !c.report.free.some((x: any) => x.path === s.path)),
            ...c.report.free.map((x: any) => ({ path: x.path, value: x.after }))]) }, "Turn the knobs there"));
      });
    } }, "Search");
    this.tuning.replaceChildren(el("div", { class: "bar" }, button), found, costs);
  }

  // Files and words.

  private showFile() {
    this.engine.send({ ask: "text", set: this.knobs.set() }, (f) => (this.file.textContent = f.error ?? f.value.text));
  }

  private save(ask: string, ending: string) {
    this.engine.send({ ask, set: this.knobs.set() }, (f) => {
      if (f.error) return this.fail(f.error);
      offer(new Blob([f.value.text], { type: "text/plain" }), f.value.name ?? this.stage.robot + ending);
    });
  }

  private findKnob(path: string): Promise<any> {
    return new Promise((resolve, reject) =>
      this.engine.send({ ask: "knob", path, set: this.knobs.set() }, (f) => (f.error ? reject(new Error(f.error)) : resolve(f.value))),
    );
  }

  private note(list: string[]) {
    this.notes.replaceChildren(...[...new Set(list ?? [])].slice(0, 12).map((n) => el("li", {}, n)));
    if (!this.notes.isConnected) this.panels.after(this.notes);
  }

  private fail(words: string) {
    document.body.dataset.state = "failed";
    this.status.className = "fault";
    this.status.textContent = words;
  }

  private key(e: KeyboardEvent) {
    if ((e.target as HTMLElement).closest("input, select, button, textarea, summary")) return;
    if (e.key === " ") this.toggle();
    else if (e.key === "ArrowRight") this.stepOn(1);
    else if (e.key === "ArrowLeft") this.stepOn(-1);
    else if (e.key === "Home") this.seek(0);
    else if (e.key === "End") this.seek(Infinity);
    else return;
    e.preventDefault();
  }

  /** For tests: the numbers that the page shows. */
  values(column: string): number[] {
    return Array.from(this.run?.get(column) ?? []);
  }

  angle(joint: string): number | undefined {
    return this.view.angle(joint);
  }
}

/** offer lets the browser save a file. */
function offer(data: Blob, name: string) {
  const link = el("a", { href: URL.createObjectURL(data), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
