/** ascii85 reads what export writes: five letters for four bytes, z for four zeros, v instead of the letter <. */
export function ascii85(text: string): Uint8Array {
  const data = new Uint8Array(Math.ceil(text.length / 5) * 4 + 4 * (text.split("z").length - 1));
  let [size, value, letters] = [0, 0, 0];
  const put = (bytes: number) => {
    for (let k = 0; k < bytes; k++) data[size++] = (value / 2 ** (24 - 8 * k)) & 255;
    value = letters = 0;
  };
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i);
    if (letter === 122) put(4);
    else if (letter > 32) {
      value = value * 85 + (letter === 118 ? 60 : letter) - 33;
      if (++letters === 5) put(4);
    }
  }
  if (letters) {
    const left = letters - 1;
    for (; letters < 5; letters++) value = value * 85 + 84;
    put(left);
  }
  return data.subarray(0, size);
}
