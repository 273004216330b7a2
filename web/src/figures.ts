// Numbers as people write and read them.

/** figure writes a number for people: four digits. */
export function figure(x: number | null | undefined): string {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const a = Math.abs(x);
  if (a >= 1e5 || a < 1e-3) return x.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(x.toPrecision(4)));
}

/** exact writes a number with all of its digits, with a power of ten if it is long otherwise. */
export function exact(x: number): string {
  const [plain, power] = [String(x), x.toExponential().replace("e+", "e")];
  return plain.length > 8 && power.length < plain.length ? power : plain;
}

/** ticks writes the numbers at an axis with as many digits as tell them apart. */
export function ticks(values: (number | null)[]): string[] {
  const known = values.filter((v): v is number => v !== null && v !== undefined);
  const most = Math.max(...known.map(Math.abs), 0);
  let step = Infinity;
  for (let i = 1; i < known.length; i++) step = Math.min(step, Math.abs(known[i] - known[i - 1]));
  if (most === 0 || !Number.isFinite(step) || step === 0) return values.map(figure);
  const digits = Math.min(15, Math.max(1, Math.ceil(Math.log10(most / step) - 1e-9) + 2));
  return values.map((v) => {
    if (v === null || v === undefined) return "";
    if (Math.abs(v) < step / 1e6) return "0";
    if (most >= 1e5 || most < 1e-3) return v.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
    return String(Number(v.toPrecision(digits)));
  });
}

/** In what else a unit may be written, and how many of the unit that is. */
const kin: Record<string, [string, number][]> = {
  s: [["ms", 1e-3], ["us", 1e-6], ["µs", 1e-6], ["min", 60]],
  rad: [["deg", Math.PI / 180], ["°", Math.PI / 180], ["mrad", 1e-3]],
  "rad/s": [["deg/s", Math.PI / 180], ["°/s", Math.PI / 180], ["rpm", Math.PI / 30]],
  m: [["mm", 1e-3], ["cm", 1e-2], ["km", 1e3]],
  "m/s": [["mm/s", 1e-3]],
  kg: [["g", 1e-3], ["t", 1e3]],
  N: [["kN", 1e3], ["mN", 1e-3]],
  "N m": [["kN m", 1e3], ["mN m", 1e-3]],
  Hz: [["kHz", 1e3], ["rad/s", 1 / (2 * Math.PI)]],
};

/** parse reads a number that was typed, in the unit or in one of its kin; or it says what is expected. */
export function parse(text: string, unit: string): number | { expected: string } {
  const m = /^\s*([-+−]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+−]?\d+)?)\s*(.*?)\s*$/i.exec(text);
  const example = unit ? `, such as 1.5 or 1.5 ${kin[unit]?.[0][0] ?? unit}` : ", such as 1.5 or 2e-3";
  if (!m) return { expected: "expected a number" + example };
  if (/^[-+−]?\d{1,3},\d{3}$/.test(m[1])) // as thousands are written, too
    return { expected: `“${m[1]}” may be ${m[1].replace(",", ".")} or ${m[1].replace(",", "")}; expected one of them` };
  const x = Number(m[1].replace(",", ".").replaceAll("−", "-"));
  const squeeze = (s: string) => s.replace(/[\s·*]+/g, "");
  if (!Number.isFinite(x)) return { expected: "expected a number that is not so large" };
  if (m[2] === "" || squeeze(m[2]) === squeeze(unit)) return x;
  const other = (kin[unit] ?? []).find(([name]) => squeeze(name) === squeeze(m[2]));
  if (!other) return { expected: unit ? `“${m[2]}” is no unit of it; expected ${unit}`
    : `“${m[2]}” follows the number` };
  return Number((x * other[1]).toPrecision(15));
}
