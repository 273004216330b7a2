// What package live sends: the values of its frames, by the words that ask for them. A number that is not finite is
// null.

/** A value at a path of the scenario. */
export interface Setting {
  path: string;
  value: number | string | boolean;
}

/** What is opened: a scenario with its robot, and perhaps a log or a batch. */
export interface Stage {
  name: string;
  robot: string;
  file: string;
  urdf: string;
  links: Mass[];
  joints: Joint[];
  closures: Closure[];
  environment: Obstacle[];
  places: Place[];
  floating: boolean;
  duration: number;
  dt: number;
  law: string;
  tunes: boolean;
  knobs: Knob[];
  paths: string[];
  notes: string[];
  metrics: string[];
  sensitivity: number;
  log?: { columns: string[] };
  batch?: Batch;
  fault?: string;
}

/** The mass of a link (kg, m, kg m²). */
export interface Mass {
  name: string;
  mass: number;
  com: number[];
  moments: number[];
  axes: number[][];
}

/** A joint with one coordinate, its limits (rad, m and so on) and where it is at the start. */
export interface Joint {
  name: string;
  type: string;
  lower: number | null;
  upper: number | null;
  velocity: number | null;
  effort: number | null;
  follows: boolean;
  at: number;
}

/** The position of a joint at the start: one number, x, y and the angle in a plane, or a position and a quaternion. */
export interface Place {
  name: string;
  at: number[];
  plane?: number[][];
}

/** A constraint between points of two links; a link without a name is the world. */
export interface Closure {
  name: string;
  type: string;
  links: string[];
  at: number[][];
}

/** A solid that the robot may touch (m, rad). */
export interface Obstacle {
  type: string;
  normal?: number[] | null;
  point?: number[] | null;
  size?: number[] | null;
  radius?: number | null;
  length?: number | null;
  points?: number[][] | null;
  origin?: { xyz?: number[]; rpy?: number[] } | null;
}

export interface Knob {
  path: string;
  group: string;
  value: number;
  unit: string;
  lower: number;
  upper: number;
  log: boolean;
  tuned: boolean;
}

export interface Batch {
  columns: string[];
  axes: string[];
  rows: string[][];
}

/** The measures of a joint by their names. */
export type Measures = Record<string, number | null>;

export interface Result {
  columns: string[];
  outcome: Outcome;
  warnings: string[] | null;
  failed?: string;
}

export interface Outcome {
  integrator: string;
  simulated_time: number;
  status: string;
  ended: string;
  drift_share: number | null;
  impacts: number;
  exceeded?: { joint: string; what: string; time: number }[];
  metrics?: Record<string, Measures>;
}

export interface Pole {
  real: number | null;
  imaginary: number | null;
  frequency: number | null;
  damping_ratio: number | null;
}

/** The loop of a joint, broken at its actuator. */
export interface Loop {
  joint: string;
  gain_margin: number | null;
  lower_gain_margin: number | null;
  phase_margin: number | null;
  delay_margin: number | null;
  sensitivity_peak: number | null;
  sensitivity_peak_frequency: number | null;
  disk_margin: number | null;
  bandwidth: number | null;
  bode: { frequency: number[]; gain: number[]; phase: number[] };
}

export interface Analysis {
  period: number;
  delay: number;
  stable: boolean | null;
  reason?: string;
  note?: string;
  spectral_radius: number | null;
  largest_stable_period: number | null;
  nearest_to_instability: string | null;
  closed_loop_poles: Pole[];
  loops: Loop[];
}

export interface Saved {
  name: string;
  text: string;
}

/** A frame of a motion in real time; the positions follow it. */
export interface Moving {
  time: number;
  lag?: boolean;
  force?: number; // of the pull (N)
}

export interface Candidate {
  runs: number;
  of: number;
  least: number | null;
  done: boolean;
  report?: { free: { path: string; before: number; after: number; at_bound?: string }[] };
}

/** What may be asked, and the value of the frames that answer it. */
export interface Answers {
  describe: Stage;
  knob: Knob;
  simulate: Result;
  analyze: Analysis;
  text: Saved;
  log: Saved;
  logged: { columns: string[] };
  opened: Saved;
  tune: Candidate;
  move: Moving;
}
