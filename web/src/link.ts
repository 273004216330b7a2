// The way to the engine: a socket to the program, or a worker that runs the engine in the page. Both take the same
// messages and answer with the same frames (package live).

export interface Frame {
  id: number;
  kind: string;
  error?: string;
  value?: any;
  numbers: Float64Array;
}

export interface Setting {
  path: string;
  value: number | string | boolean;
}

export interface Engine {
  /** Sends a message and returns its id. Every frame that answers it goes to the listener. */
  send(message: object, listener: (f: Frame) => void): number;
  /** Called with words when the engine is lost. */
  onLost: (why: string) => void;
}

/** Reads a frame: the length of the header, the header, numbers. */
export function readFrame(data: ArrayBuffer): Frame {
  const length = new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  return { ...header, numbers: new Float64Array(data.slice(4 + length)) };
}

abstract class Talk implements Engine {
  onLost: (why: string) => void = () => {};
  private next = 1;
  private listeners = new Map<number, (f: Frame) => void>();

  send(message: object, listener: (f: Frame) => void): number {
    const id = this.next++;
    this.listeners.set(id, listener);
    if (this.listeners.size > 64) this.listeners.delete(this.listeners.keys().next().value!); // answered long ago
    this.transmit(JSON.stringify({ id, ...message }));
    return id;
  }

  protected receive(data: ArrayBuffer) {
    const frame = readFrame(data);
    this.listeners.get(frame.id)?.(frame);
  }

  protected abstract transmit(text: string): void;
}

/** SocketEngine is the program that serves the page. */
export class SocketEngine extends Talk {
  private socket: WebSocket;
  private waiting: string[] = [];

  constructor() {
    super();
    const address = new URL("messages" + location.search, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.waiting.splice(0).forEach((text) => this.socket.send(text));
    this.socket.onmessage = (e) => this.receive(e.data);
    this.socket.onclose = (e) =>
      this.onLost(e.reason || "the program that served this page does not answer any more; start it again and reload");
  }

  protected transmit(text: string) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    else this.waiting.push(text);
  }
}

/** WorkerEngine is the engine in the page, as a worker that has been made from the page's own text. */
export class WorkerEngine extends Talk {
  constructor(private worker: Worker) {
    super();
    worker.onmessage = (e) => {
      if (typeof e.data === "string") this.onLost(e.data);
      else this.receive(e.data);
    };
    worker.onerror = (e) => this.onLost("the engine in this page has ended: " + e.message);
  }

  protected transmit(text: string) {
    this.worker.postMessage(text);
  }
}

/** Newest sends one message of a kind at a time: of those asked for meanwhile the last one follows, the others do not. */
export class Newest {
  private busy = false;
  private next?: () => void;

  constructor(private engine: Engine) {}

  ask(message: object, listener: (f: Frame) => void) {
    const send = () => {
      this.busy = true;
      this.engine.send(message, (f) => {
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
}
