// The page: what is opened, and what follows from the knobs that are turned.

import { Charts } from "./charts";
import { Disturbance } from "./disturbance";
import { el, offer, onceAFrame } from "./dom";
import { figure } from "./figures";
import { Help } from "./help";
import { JointSliders } from "./joints";
import { Knobs } from "./knobs";
import { Newest, type Engine, type Frame } from "./link";
import { Margins } from "./margins";
import { MeasureTable } from "./measures";
import type { Fetch } from "./meshes";
import { MeshNote } from "./meshnote";
import { Pins, type Kept } from "./pins";
import { Player } from "./player";
import type { Answers, Knob, Result, Setting, Stage } from "./protocol";
import { Pushing } from "./pushing";
import type { Pose } from "./robot";
import { Runs } from "./runs";
import { Saving } from "./saving";
import { read, write, type State } from "./state";
import { Tabs, type Tab } from "./tabs";
import { Trajectory } from "./trajectory";
import { Tuning } from "./tuning";
import { ofLoop, ofRun, rules, VerdictBar } from "./verdict";
import { View, type Layer } from "./view";

const pose = (body: string) => ["x", "y", "z"].map((k) => body + "/position/" + k)
  .concat(["x", "y", "z", "w"].map((k) => body + "/orientation/" + k));
const base = pose("base");
const axes = ["x", "y", "z"];
const layers: [Layer, string][] = [
  ["visual", "visuals, or what stands for them"], ["collision", "collision shapes"], ["skeleton", "sticks"],
  ["frames", "frames"], ["axes", "axes"], ["com", "centres of mass"], ["inertia", "inertia ellipsoids"],
  ["forces", "reactions of joints"],
];
const looks = 24; // poses of a run that the camera looks at
const rest = 120; // ms after a run until its loop is analysed, unless that is in sight

export class App {
  readonly view: View;
  readonly charts = new Charts();
  readonly player = new Player();
  readonly pins = new Pins();
  last?: Kept & { logged?: boolean };
  stage!: Stage;
  private margins = new Margins();
  private runs = new Runs();
  private verdict = new VerdictBar();
  private joints = new JointSliders();
  private help = new Help();
  private meshes = new MeshNote();
  private measures = new MeasureTable();
  private knobs: Knobs;
  private tabs: Tabs;
  private pushing: Pushing;
  private tuning: Tuning;
  private saving: Saving;
  private disturbance: Disturbance;
  private simulate: Newest<"simulate">;
  private analyze: Newest<"analyze">;
  private aside: Promise<unknown> = Promise.resolve(); // runs beside the newest one, one after another
  private index?: number; // of the run of a batch that the page shows
  private heaviest = 0; // component of a reaction in the run (N)
  private waiting = 0; // timer of the analysis
  private remembering = 0; // timer of the address
  private opened = false;

  private status = el("p", { id: "status", role: "status" }, "Loading the robot and the engine …");
  private notes = el("ul", { class: "notes", id: "notes" });
  private stack = el("details", { class: "layers" }, el("summary", {}, "Show"));
  private pinList = el("ul", { class: "pins", id: "pins" });

  constructor(
    readonly engine: Engine,
    private fetch: Fetch,
    root: HTMLElement,
  ) {
    this.simulate = new Newest(engine, "simulate");
    this.analyze = new Newest(engine, "analyze");
    this.knobs = new Knobs(onceAFrame(() => this.changed()), (path) => this.findKnob(path));
    this.tabs = new Tabs((id) => this.cameForward(id));
    const box = el("div", { class: "view" });
    const cameras = el("div", { class: "cameras", role: "group", "aria-label": "camera" },
      ...([["fit", "Fit", "the whole motion (F)"], ["front", "Front", "from the front (1)"],
        ["side", "Side", "from the side (2)"], ["top", "Top", "from above (3)"]] as const).map(([side, name, title]) =>
        el("button", { title, "data-side": side, onclick: () => this.view.chosen(side) }, name)));
    this.view = new View(box);
    box.append(this.stack, cameras, this.meshes.root);
    this.pushing = new Pushing(engine, this.view, this.player, () => this.stage, () => this.message());
    this.tuning = new Tuning(engine, () => this.message(), (set) => this.take(set));
    this.saving = new Saving(this.view, this.charts, (what) => this.save(what), () => this.stage.robot);
    this.disturbance = new Disturbance(this.view, () => this.compared(), (m) => this.beside("simulate", m));
    root.replaceChildren(
      el("header", {}, el("h1", { id: "title" }, "Kinetree"), this.status, this.help.button),
      this.verdict.root,
      el("main", {},
        el("section", { class: "left", "aria-label": "robot and knobs" }, box,
          el("div", { class: "player" }, this.player.button,
            el("button", { id: "step", title: "one row on (→)", onclick: () => this.player.step(1) }, "Step"),
            this.player.scrub, this.player.clock, el("label", {}, "Speed ", this.player.pick), this.pushing.button),
          this.joints.root, this.knobs.root),
        el("section", { class: "right", "aria-label": "curves and figures" }, this.charts.root, this.tabs.bar,
          this.tabs.panels, this.notes)),
      this.help.root,
    );
    for (const [layer, name] of layers)
      this.stack.append(el("label", {}, el("input", { type: "checkbox", "data-layer": layer,
        checked: this.view.isShown(layer), onchange: (e: Event) => {
          this.view.show(layer, (e.target as HTMLInputElement).checked);
          if (layer === "forces") this.changed(); // the log has them only on request
          this.remember();
        } }), name));
    this.listen();
    engine.ask("describe", {}, (f) => (f.error ? this.fail(f.error) : this.open(f.value)));
  }

  private listen() {
    const { player, charts, view } = this;
    player.onShow = (t) => this.show(t);
    player.onTouch = () => this.pushing.end();
    charts.onSeek = (t) => {
      player.halt();
      player.seek(t);
      this.remember();
    };
    charts.onHover = (t) => {
      if (!player.playing && !this.pushing.live) this.picture(t ?? player.time);
    };
    charts.onChoice = () => {
      this.showMetrics();
      this.remember();
    };
    view.onMeshes = () => this.meshes.show(view);
    view.onTurn = () => this.remember();
    this.joints.onMove = (name, x) => {
      player.halt();
      view.pose({ joints: [[name, x]] });
    };
    this.runs.onPlay = (index) => this.playRun(index);
    this.pushing.onEnd = () => player.seek(player.time);
    for (const part of [this.pushing, this.tuning, this.saving])
      part.onSay = (words, fault = false) => (fault ? this.fail(words) : this.say(words));
    this.engine.onLost = (why) => (why === undefined ? this.found() : this.lost(why));
    this.engine.onStray = (error) => this.fail(error);
    document.addEventListener("keydown", (e) => this.key(e));
    addEventListener("hashchange", () => { // a link to another state of this page
      const state = read(location.hash);
      if (!state || !this.opened) return;
      this.pins.list = [];
      this.pinsChanged();
      this.restore(state);
    });
    for (const [event, theme] of [["beforeprint", "light"], ["afterprint", ""]] as const)
      addEventListener(event, () => {
        document.documentElement.dataset.theme = theme; // paper is white
        this.charts.rebuild();
        this.margins.draw();
        this.view.restyle();
      });
  }

  /** preview draws a robot before the engine tells more. */
  preview(title: string, urdf: string) {
    document.getElementById("title")!.textContent = title;
    this.draw(urdf);
  }

  private draw(urdf: string, stage?: Stage) {
    try {
      this.view.load(urdf, stage ?? { links: [], closures: [], places: [], environment: [] }, this.fetch);
    } catch (e) {
      this.notes.append(el("li", {}, `The robot cannot be drawn: ${e instanceof Error ? e.message : e}.`));
    }
  }

  // What is opened.

  private open(stage: Stage) {
    const again = this.opened;
    this.opened = true;
    this.stage = stage;
    rules.sensitivity = stage.sensitivity;
    document.title = `${stage.robot} – Kinetree`;
    document.getElementById("title")!.textContent = stage.robot;
    this.draw(stage.urdf, stage);
    this.view.pose({ joints: stage.places.map((p) => [p.name, p.at]) });
    this.view.frame();
    this.knobs.load(stage.knobs, stage.paths);
    this.note([]);
    this.joints.load(stage.joints);
    const joints = stage.joints.filter((j) => !j.follows);
    const chosen = this.firstJoint();
    this.charts.load(joints, chosen);
    this.disturbance.load(joints, chosen, stage.duration);
    if (stage.batch) this.runs.load(stage.batch);
    this.fillTabs();
    if (stage.fault) this.fail(stage.fault);
    else if (stage.log) this.showLog();
    const state = again ? undefined : read(location.hash);
    if (state) this.restore(state);
    else if (!stage.fault && !stage.log) this.changed();
  }

  /** firstJoint is the joint that is tuned, or else one that is asked to move, or the first one. */
  private firstJoint(): string {
    const joints = this.stage.joints.filter((j) => !j.follows);
    const named = (k: Knob) => (k.tuned || k.group === "reference") && joints.find((j) => k.path.includes(j.name));
    for (const k of this.stage.knobs) {
      const j = named(k);
      if (j) return j.name;
    }
    return joints[0]?.name ?? "";
  }

  private fillTabs() {
    const results = el("div", {}, el("div", { class: "bar" },
      el("button", { id: "pin", title: "keep this run beside the next ones (P)", onclick: () => this.pin() },
        "Pin the run"),
      this.pinList), this.measures.root);
    const { law, tunes, batch } = this.stage;
    const all: [Tab, boolean][] = [
      [{ id: "results", name: "Metrics", content: results }, true],
      [{ id: "analysis", name: "Margins", content: this.margins.root }, !!law],
      [{ id: "load", name: "Load", content: this.disturbance.root }, !!law && this.stage.joints.length > 0],
      [{ id: "tune", name: "Tune", content: this.tuning.root }, tunes],
      [{ id: "runsTab", name: "Runs", content: el("div", {}, el("div", { class: "bar" },
        el("button", { id: "leave", disabled: true, onclick: () => this.chooseRun() }, "Back to the scenario")),
        this.runs.root) }, !!batch],
      [{ id: "scenario", name: "Files", content: this.saving.root }, true],
    ];
    this.tabs.fill(all.filter(([, use]) => use).map(([tab]) => tab), batch ? "runsTab" : "results");
  }

  private cameForward(id: string) {
    if (id === "scenario") this.showFile();
    if (id === "analysis") {
      this.margins.draw();
      this.askAnalysis();
    }
    if (id === "load") this.disturbance.run();
    this.remember();
  }

  /** showLog shows the log that was opened, and whether the program gives the same one today. */
  private showLog() {
    this.engine.ask("logged", {}, (f) => {
      if (f.error) return this.fail(f.error);
      const run = new Trajectory(f.value.columns, f.numbers);
      this.keep({ set: [], run, logged: true });
      const rows = `${run.rows} rows as they were logged`;
      this.say(rows);
      this.beside("simulate", { set: [] }).then((again) => {
        if (this.last?.run !== run) return;
        if (again.error) return this.say(`${rows}; the scenario does not run any more: ${again.error}`);
        const now = new Trajectory(again.value.columns, again.numbers);
        const at = run.differs(now);
        this.say(at < 0 ? `${rows}; this program gives the same numbers to the last bit`
          : `${rows}; this program gives other numbers from row ${at} on, and the metrics are those of its run`);
        this.last.metrics = again.value.outcome.metrics;
        this.verdict.showRun(ofRun(again.value.outcome, again.value.failed));
        this.showMetrics();
        this.askAnalysis();
      });
    });
  }

  // What follows from the knobs.

  /** message is what messages are about: the values of the knobs, and the run of a batch. */
  private message(): Record<string, unknown> {
    return { set: this.knobs.set(), index: this.index };
  }

  /** changed simulates with the knobs as they are. */
  private changed() {
    if (!this.opened) return;
    const [set, index] = [this.knobs.set(), this.index];
    const asked = performance.now();
    document.body.dataset.state = "busy";
    this.verdict.wait("both");
    const forces = this.view.isShown("forces") ? [{ path: "log.reactions", value: true }] : [];
    this.simulate.ask({ set: [...set, ...forces], index }, (f) => this.arrived(f, set, index, asked));
    this.pushing.turned();
    if (this.tabs.front === "analysis") this.askAnalysis();
    if (this.tabs.front === "scenario") this.showFile();
    this.remember();
  }

  private arrived(f: Frame<Result>, set: Setting[], index: number | undefined, asked: number) {
    document.body.dataset.state = "ready";
    if (f.error) {
      this.knobs.refuse(f.error);
      document.body.dataset.stale = "";
      return this.fail(f.error);
    }
    this.knobs.accept();
    delete document.body.dataset.stale;
    const { columns, outcome, failed, warnings } = f.value;
    const run = new Trajectory(columns, f.numbers);
    const took = performance.now() - asked;
    const where = index === undefined ? "" : `run ${index}: `;
    if (failed) this.fail(failed, "ready");
    else if (!this.pushing.live) this.say(`${where}${figure(outcome.simulated_time)} s in ${Math.round(took)} ms, ` +
      `${outcome.integrator}, ${outcome.ended}`);
    document.body.dataset.took = String(took);
    this.note(warnings ?? []);
    this.verdict.showRun(ofRun(outcome, failed));
    this.keep({ set, index, run, metrics: outcome.metrics });
    if (this.tabs.front === "load") this.disturbance.run();
    clearTimeout(this.waiting);
    if (this.tabs.front !== "analysis") this.waiting = window.setTimeout(() => this.askAnalysis(), rest);
  }

  /** keep shows a run. */
  private keep(kept: Kept & { logged?: boolean }) {
    const { run } = kept;
    this.last = kept;
    this.heaviest = 0;
    for (const j of this.stage.joints)
      for (const name of axes.map((k) => `${j.name}/force/${k}`))
        for (const x of run.get(name) ?? []) this.heaviest = Math.max(this.heaviest, Math.abs(x));
    document.body.dataset.rows = String(run.rows);
    this.charts.add(run);
    this.showMetrics();
    this.player.load(run);
    const rows = Array.from({ length: looks }, (_x, k) => run.time[Math.floor((k * (run.rows - 1)) / (looks - 1))]);
    this.view.cover(run.rows ? rows.map((t) => this.poseAt(run, t)) : []);
    document.body.dataset.state = "ready";
  }

  private askAnalysis() {
    if (!this.stage.law || this.stage.fault) return;
    clearTimeout(this.waiting);
    const run = this.last?.run;
    this.verdict.wait("loop");
    this.analyze.ask(this.message(), (f) => {
      this.verdict.showLoop(ofLoop(f.error ?? f.value));
      if (f.error) return this.margins.fail(f.error);
      this.margins.show(f.value);
      if (this.last && this.last.run === run) this.last.analysis = f.value;
      this.margins.pin(this.pins.list);
    });
  }

  /** beside simulates or analyses beside the newest run; what is beside goes one after another. */
  private beside<K extends "simulate" | "analyze">(
    what: K, message: Record<string, unknown>,
  ): Promise<Frame<Answers[K]>> {
    const run = this.aside.then(() => new Promise<Frame<Answers[K]>>((resolve) =>
      this.engine.ask(what, { ...message, aside: true }, resolve)));
    this.aside = run;
    return run;
  }

  /** compared returns the sets that a load is tried on. */
  private compared() {
    return [{ name: "now", set: this.knobs.set(), index: this.index }, ...this.pins.list];
  }

  private showMetrics() {
    this.measures.show(this.stage, this.last?.metrics, this.charts.chosen, this.pins.list);
  }

  // Pinned runs.

  private pin() {
    if (this.last) this.pinned(this.last);
  }

  /** pinned pins a run, and has its loop analysed if that is not done yet. */
  private pinned(kept: Kept) {
    const pin = this.pins.add(kept);
    this.pinsChanged();
    if (pin.analysis || !this.stage.law) return;
    this.beside("analyze", { set: pin.set, index: pin.index }).then((f) => {
      if (f.error) return;
      pin.analysis = f.value;
      this.margins.pin(this.pins.list);
    });
  }

  private unpin(name: string) {
    this.pins.remove(name);
    this.pinsChanged();
  }

  private pinsChanged() {
    const { list } = this.pins;
    this.pinList.replaceChildren(...list.map((p) => el("li", {},
      el("button", { title: "turn the knobs back to this run", "data-pin": p.name, onclick: () => this.back(p) },
        `Back to ${p.name}`),
      el("button", { "aria-label": `take pin ${p.name} out`, title: "take the pin out", "data-unpin": p.name,
        onclick: () => this.unpin(p.name) }, "×"))));
    this.charts.pin(list);
    this.margins.pin(list);
    this.view.showGhost(list.length > 0);
    this.showMetrics();
    if (this.tabs.front === "load") this.disturbance.run();
    this.player.seek(this.player.time);
    this.remember();
  }

  private back(kept: Kept) {
    if (kept.index === this.index) return this.knobs.put(kept.set);
    this.chooseRun(kept.index, () => this.knobs.put(kept.set));
  }

  /** take turns some knobs, and leaves the others. */
  private take(set: Setting[]) {
    this.knobs.put([...this.knobs.set().filter((s) => !set.some((x) => x.path === s.path)), ...set]);
  }

  // Runs of a batch.

  /** chooseRun makes a run of the batch what the page is about: its knobs, its files, its loop. */
  private chooseRun(index?: number, then: () => void = () => this.changed()) {
    this.engine.ask("describe", { index }, (f) => {
      if (f.error) return this.fail(f.error);
      const before = this.stage;
      this.index = index;
      this.stage = { ...f.value, batch: before.batch, log: before.log };
      if (f.value.urdf !== before.urdf) this.draw(f.value.urdf, f.value);
      this.knobs.load(f.value.knobs, f.value.paths);
      this.runs.mark(index);
      const leave = document.getElementById("leave") as HTMLButtonElement | null;
      if (leave) leave.disabled = index === undefined;
      this.verdict.note(index === undefined ? [] : [{ id: "index", verdict: "open",
        text: `run ${index} of the batch` }]);
      then();
    });
  }

  private playRun(index: number) {
    this.player.time = 0;
    this.chooseRun(index, () => {
      this.changed();
      if (!this.player.playing) this.player.toggle();
    });
  }

  // The picture.

  private show(t: number) {
    this.picture(t);
    this.charts.mark(t);
    this.joints.follow(this.view);
  }

  /** picture shows the robot, the pinned run and the forces at a time. */
  private picture(t: number) {
    const run = this.last?.run;
    if (!run?.rows) return;
    this.view.pose(this.poseAt(run, t));
    const pinned = this.pins.last;
    if (pinned) this.view.poseGhost(this.poseAt(pinned.run, t));
    if (this.heaviest > 0) {
      const [row, share] = run.at(t);
      this.view.bear(this.stage.joints.map((j) =>
        [j.name, axes.map((k) => (run.value(`${j.name}/force/${k}`, row, share) ?? 0) / this.heaviest)]));
    }
  }

  private poseAt(run: Trajectory, t: number): Pose {
    const [row, share] = run.at(t);
    const joints: [string, number[]][] = [];
    for (const { name, at } of this.stage.places) {
      const names = at.length === 1 ? [name + "/position"] : at.map((_x, k) => `${name}[${k}]/position`);
      let x = names.map((n) => run.value(n, row, share));
      if (at.length === 7 && x[0] === undefined) x = pose(name).map((n) => run.value(n, row, share)); // a free body
      if (x.every((value) => value !== undefined)) joints.push([name, x as number[]]);
    }
    return { joints, base: this.stage.floating ? base.map((name) => run.value(name, row, share) ?? 0) : undefined };
  }

  // Files and words.

  private showFile() {
    this.engine.ask("text", this.message(), (f) => (this.saving.file.textContent = f.error ?? f.value.text));
  }

  private save(what: "text" | "log") {
    const opened = what === "log" && this.last?.logged && !this.knobs.set().length;
    this.engine.ask(opened ? "opened" : what, this.message(), (f) => {
      if (f.error) return this.fail(f.error);
      offer(new Blob([f.value.text], { type: "text/plain" }), f.value.name);
    });
  }

  private findKnob(path: string): Promise<Knob> {
    return new Promise((resolve, reject) => this.engine.ask("knob", { ...this.message(), path },
      (f) => (f.error ? reject(new Error(f.error)) : resolve(f.value))));
  }

  private note(warnings: string[]) {
    const list = [...new Set([...this.stage.notes, ...warnings])].slice(0, 12);
    this.notes.replaceChildren(...list.map((n) => el("li", {}, n)));
  }

  private say(words: string) {
    this.status.className = "";
    this.status.textContent = words;
  }

  private fail(words: string, state = "failed") {
    document.body.dataset.state = state;
    this.status.className = "fault";
    this.status.textContent = words;
  }

  private lost(why: string) {
    this.pushing.end(false);
    this.tuning.end();
    this.fail(why, "lost");
  }

  /** found goes on with the knobs as they are, of a program that was lost and is there again. */
  private found() {
    this.simulate.reset();
    this.analyze.reset();
    this.aside = Promise.resolve();
    this.say("the program is there again");
    if (!this.opened) this.engine.ask("describe", {}, (f) => (f.error ? this.fail(f.error) : this.open(f.value)));
    else this.changed();
  }

  // The address.

  private state(): State {
    return {
      set: this.knobs.set(), index: this.index,
      pins: this.pins.list.map(({ name, set, index }) => ({ name, set, index })),
      charts: this.charts.drawn(), time: this.player.time, look: this.view.looks(),
      layers: layers.map(([layer]) => layer).filter((layer) => this.view.isShown(layer)), tab: this.tabs.front,
    };
  }

  private remember() {
    if (!this.opened) return;
    clearTimeout(this.remembering);
    this.remembering = window.setTimeout(() => history.replaceState(null, "", "#" + write(this.state())), 250);
  }

  private async restore(s: State) {
    for (const [layer] of layers) this.view.show(layer, s.layers.includes(layer));
    this.stack.querySelectorAll<HTMLInputElement>("[data-layer]")
      .forEach((c) => (c.checked = this.view.isShown(c.dataset.layer as Layer)));
    if (s.look) this.view.look(s.look, true);
    this.player.time = s.time;
    if (s.charts.what.length) this.charts.show(s.charts);
    this.tabs.choose(s.tab);
    const knobs = () => {
      if (s.set.length || !this.stage.log) this.knobs.put(s.set);
    };
    if (s.index !== undefined && this.stage.batch) this.chooseRun(s.index, knobs);
    else knobs();
    for (const p of s.pins) {
      const f = await this.beside("simulate", { set: p.set, index: p.index });
      if (f.error) continue;
      this.pinned({ set: p.set, index: p.index, run: new Trajectory(f.value.columns, f.numbers),
        metrics: f.value.outcome.metrics });
    }
  }

  private key(e: KeyboardEvent) {
    const at = e.target as HTMLElement;
    if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z"
      && !at.closest("input[type=text], input[type=search]")) {
      e.preventDefault();
      if (e.shiftKey) this.knobs.redo();
      else this.knobs.undo();
      return;
    }
    if (e.ctrlKey || e.metaKey || e.altKey
      || at.closest("input, select, button, textarea, summary, dialog, .scrolled, pre"))
      return;
    const does: Record<string, () => void> = {
      " ": () => this.player.toggle(), ArrowRight: () => this.player.step(1), ArrowLeft: () => this.player.step(-1),
      Home: () => this.player.seek(0), End: () => this.player.seek(Infinity), f: () => this.view.chosen("fit"),
      "1": () => this.view.chosen("front"), "2": () => this.view.chosen("side"), "3": () => this.view.chosen("top"),
      p: () => this.pin(), "?": () => this.help.root.showModal(),
    };
    const act = does[e.key] ?? does[e.key.toLowerCase()];
    if (!act || e.shiftKey && e.key.startsWith("Arrow")) return;
    e.preventDefault();
    act();
  }

  // For tests.

  /** values returns the numbers that the page shows. */
  values(column: string): number[] {
    return Array.from(this.last?.run.get(column) ?? []);
  }

  angle(joint: string): number | undefined {
    return this.view.angle(joint);
  }

  seek(t: number) {
    this.player.seek(t);
  }
}
