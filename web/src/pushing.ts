// The robot in motion in real time, where it can be pulled. Knobs act on the motion at once.

import type { Engine, Frame } from "./link";
import type { Moving, Stage } from "./protocol";
import type { Player } from "./player";
import type { View } from "./view";
import { el } from "./dom";
import { figure } from "./figures";

export class Pushing {
  live = false;
  readonly button = el("button", { id: "push", "aria-pressed": "false",
    title: "the robot moves in real time; drag a link to pull it with a spring", onclick: () => this.toggle() },
      "Push it");
  /** Called with words on the motion. */
  onSay: (words: string, fault?: boolean) => void = () => {};
  /** Called when the motion has ended. */
  onEnd: () => void = () => {};

  /** message returns what a message is about: the values of the knobs and the run of a batch. */
  constructor(
    private engine: Engine, private view: View, private player: Player, private stage: () => Stage,
    private message: () => Record<string, unknown>,
  ) {
    view.onPull = (link, point, target) => this.engine.tell({ ask: "push", link, point, target });
    view.onRelease = () => this.engine.tell({ ask: "push", link: "" });
  }

  toggle() {
    if (this.live) this.end();
    else this.begin();
  }

  /** turned lets the motion go on with the values of the knobs. */
  turned() {
    if (this.live) this.engine.tell({ ask: "turn", ...this.message() });
  }

  /** end ends the motion; tell says that the engine has to be told. */
  end(tell = true) {
    if (!this.live) return;
    this.state(false);
    if (tell) this.engine.tell({ ask: "halt" });
    this.player.onPace = undefined;
    this.player.state(false);
    this.onEnd();
  }

  private state(live: boolean) {
    this.live = live;
    this.view.pulling = live;
    this.button.setAttribute("aria-pressed", String(live));
    document.body.dataset.live = live ? "" : undefined;
    if (!live) delete document.body.dataset.live;
  }

  private begin() {
    this.player.state(true);
    this.player.onPace = (speed, steps) => this.engine.tell({ ask: "pace", speed, ...(steps ? { steps } : {}) });
    this.state(true);
    const { joints } = this.stage();
    const position = Object.fromEntries(joints.filter((j) => !j.follows).map((j) => [j.name,
      this.view.angle(j.name) ?? j.at]));
    this.onSay("in real time; drag a link to pull it");
    this.engine.ask("move", { ...this.message(), speed: this.player.speed, from: { position } }, (f) => this.moved(f));
  }

  private moved(f: Frame<Moving>) {
    if (!this.live) return;
    if (f.error) {
      this.end(false);
      return this.onSay(f.error, true);
    }
    const { places, floating } = this.stage();
    let n = floating ? 7 : 0;
    this.view.pose({
      base: n ? [...f.numbers.slice(0, 7)] : undefined,
      joints: places.map((p) => [p.name, [...f.numbers.slice(n, (n += p.at.length))]]),
    });
    this.player.tell(f.value.time);
    document.body.dataset.frames = String(Number(document.body.dataset.frames ?? 0) + 1);
    const pull = f.value.force ? `pulled with ${figure(f.value.force)} N` : "drag a link to pull it";
    this.onSay(f.value.lag ? "the machine is too slow for this speed" : `in real time; ${pull}`);
  }
}
