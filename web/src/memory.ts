// A file system in memory, as Go's runtime for WebAssembly asks for one: files that can be read, and an output.

type Done = (err: Error | null, ...results: unknown[]) => void;

function fault(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** memory returns a file system with these files. What is written goes to the console, line by line. */
export function memory(files: Record<string, Uint8Array>): object {
  const open = new Map<number, { data: Uint8Array; at: number }>();
  let next = 10;
  let line = "";
  const clean = (path: string) => path.replace(/^(\.\/|\/)+/, "");
  const find = (path: string) => files[clean(path)];
  const folder = (path: string) => {
    const name = clean(path).replace(/\/?$/, "/");
    return name === "/" || name === "./" || Object.keys(files).some((f) => f.startsWith(name));
  };
  const stat = (size: number, dir: boolean) => ({
    dev: 1, ino: 1, mode: dir ? 0o40555 : 0o100444, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: 4096,
    blocks: Math.ceil(size / 512), atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => dir,
  });
  const write = (data: Uint8Array) => {
    line += new TextDecoder().decode(data);
    const end = line.lastIndexOf("\n");
    if (end >= 0) {
      console.log(line.slice(0, end));
      line = line.slice(end + 1);
    }
    return data.length;
  };
  const refuse = (...args: unknown[]) => (args[args.length - 1] as Done)(fault("ENOSYS"));
  const about = (path: string, done: Done) => {
    const data = find(path);
    if (data) done(null, stat(data.length, false));
    else if (folder(path)) done(null, stat(0, true));
    else done(fault("ENOENT"));
  };
  return {
    constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
    writeSync: (_fd: number, data: Uint8Array) => write(data),
    write: (_fd: number, data: Uint8Array, from: number, length: number, _at: unknown, done: Done) =>
      done(null, write(data.subarray(from, from + length))),
    open: (path: string, flags: number, _mode: number, done: Done) => {
      const data = find(path);
      if (flags & 3) return done(fault("EROFS"));
      if (!data) return done(fault(folder(path) ? "EISDIR" : "ENOENT"));
      open.set(next, { data, at: 0 });
      done(null, next++);
    },
    read: (fd: number, into: Uint8Array, from: number, length: number, position: number | null, done: Done) => {
      const f = open.get(fd);
      if (!f) return done(null, 0); // the standard input is empty
      const at = position ?? f.at;
      const part = f.data.subarray(at, at + length);
      into.set(part, from);
      if (position === null) f.at = at + part.length;
      done(null, part.length);
    },
    close: (fd: number, done: Done) => {
      open.delete(fd);
      done(null);
    },
    stat: about,
    lstat: about,
    fstat: (fd: number, done: Done) => done(null, stat(open.get(fd)?.data.length ?? 0, false)),
    fsync: (_fd: number, done: Done) => done(null),
    chmod: refuse, chown: refuse, fchmod: refuse, fchown: refuse, ftruncate: refuse, lchown: refuse, link: refuse,
    mkdir: refuse, readdir: refuse, readlink: refuse, rename: refuse, rmdir: refuse, symlink: refuse, truncate: refuse,
    unlink: refuse, utimes: refuse,
  };
}
