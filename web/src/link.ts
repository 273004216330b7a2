// The way to the engine: a socket to the program, or a worker that runs the engine in the page. Both take the same
// messages and answer with the same frames (package live).

import type { Answers } from "./protocol";

export interface Frame<Value = unknown> {
  id: number;
  kind: string;
  error?: string;
  value: Value;
  numbers: Float64Array;
}

/** What is sent: the word and what belongs to it. */
export type Message = { ask: string } & Record<string, unknown>;

type Listener = (f: Frame) => void;

/** Reads a frame: the length of the header, the header, numbers. */
export function readFrame(data: ArrayBuffer): Frame {
  const length = new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  return { value: undefined, ...header, numbers: new Float64Array(data.slice(4 + length)) };
}

/** What has many frames: the others are answered by one, and their listeners go with it. */
const streams = new Set(["move", "tune"]);

export abstract class Engine {
  /** Called with words when the engine is lost, and without any when it is there again. */
  onLost: (why?: string) => void = () => {};
  /** Called with the error of a message that nobody listens for. */
  onStray: (error: string) => void = () => {};
  private next = 1;
  private listeners = new Map<number, { ask: string; hear: Listener }>();

  /** How many messages wait for frames. */
  get waiting(): number {
    return this.listeners.size;
  }

  /** ask sends a message whose answer goes to the listener: one frame, or of move and tune all until the next one. */
  ask<K extends keyof Answers>(
    ask: K, message: Record<string, unknown>, listener: (f: Frame<Answers[K]>) => void,
  ) {
    const id = this.next++;
    if (streams.has(ask))
      for (const [other, l] of this.listeners) if (streams.has(l.ask)) this.listeners.delete(other);
    this.listeners.set(id, { ask, hear: listener as Listener });
    this.transmit(JSON.stringify({ id, ask, ...message }));
  }

  /** tell sends a message that is not answered, unless it fails. */
  tell(message: Message) {
    this.transmit(JSON.stringify({ id: this.next++, ...message }));
  }

  protected receive(data: ArrayBuffer) {
    const frame = readFrame(data);
    const l = this.listeners.get(frame.id);
    if (!l) {
      if (frame.error) this.onStray(frame.error);
      return;
    }
    if (!streams.has(l.ask) || frame.error) this.listeners.delete(frame.id);
    l.hear(frame);
  }

  /** forget drops all listeners: what was asked is not answered any more. */
  protected forget() {
    this.listeners.clear();
  }

  protected abstract transmit(text: string): void;
}

const patience = [250, 500, 1000, 2000]; // ms from one try to reach the program to the next; the last one for ever

/** SocketEngine is the program that serves the page. A program that is lost is looked for until it answers again. */
export class SocketEngine extends Engine {
  private socket?: WebSocket;
  private waitingTexts: string[] = [];
  private tries = 0;

  constructor(private address = socketAddress()) {
    super();
    this.connect();
  }

  private connect() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      const lost = this.tries > 0;
      this.tries = 0;
      if (lost) {
        this.forget(); // what was asked while nobody heard
        this.onLost();
      }
      this.waitingTexts.splice(0).forEach((text) => socket.send(text));
    };
    socket.onmessage = (e: MessageEvent<ArrayBuffer>) => this.receive(e.data);
    socket.onclose = (e) => {
      this.forget();
      this.waitingTexts.length = 0;
      if (this.tries === 0)
        this.onLost(`${e.reason || "the program that served this page does not answer any more"}; ` +
          "the page looks for it and goes on when it is there again, at the same address");
      setTimeout(() => this.connect(), patience[Math.min(this.tries++, patience.length - 1)]);
    };
  }

  protected transmit(text: string) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    else if (this.tries === 0) this.waitingTexts.push(text);
  }
}

function socketAddress(): URL {
  const address = new URL("messages" + location.search, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.hash = "";
  return address;
}

/** WorkerEngine is the engine in the page, as a worker that has been made from the page's own text. */
export class WorkerEngine extends Engine {
  constructor(private worker: Worker) {
    super();
    worker.onmessage = (e: MessageEvent<string | ArrayBuffer>) => {
      if (typeof e.data === "string") this.onLost(e.data);
      else this.receive(e.data);
    };
    worker.onerror = (e) => this.onLost("the engine in this page has ended: " + e.message);
  }

  protected transmit(text: string) {
    this.worker.postMessage(text);
  }
}

/** Newest asks one thing of a kind at a time: of those asked for meanwhile the last one follows, the others do not. */
export class Newest<K extends keyof Answers> {
  private busy = false;
  private next?: () => void;

  constructor(private engine: Engine, private kind: K) {}

  ask(message: Record<string, unknown>, listener: (f: Frame<Answers[K]>) => void) {
    const send = () => {
      this.busy = true;
      this.engine.ask(this.kind, message, (f) => {
        this.busy = false;
        const next = this.next;
        this.next = undefined;
        listener(f);
        next?.();
      });
    };
    if (this.busy) this.next = send;
    else send();
  }

  /** reset forgets what was asked, of an engine that was lost. */
  reset() {
    this.busy = false;
    this.next = undefined;
  }
}
