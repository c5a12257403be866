/** Gives the moved clock of at.mjs also to processes that a Node program starts with other environment variables. */
const library = process.env.LD_PRELOAD;
const load = `--import ${import.meta.url}`;

// Every way to start a process ends in one of these two.
const { Process } = process.binding("process_wrap");
for (const owner of [Process.prototype, process.binding("spawn_sync")]) {
  const spawn = owner.spawn;
  owner.spawn = function withClock(options) {
    const pairs = options.envPairs.filter((pair) => !/^(LD_PRELOAD|NODE_OPTIONS)=/.test(pair));
    const own = options.envPairs.find((pair) => pair.startsWith("NODE_OPTIONS=")) ?? "NODE_OPTIONS=";
    const nodeOptions = own.includes(load) ? own : `${own} ${load}`;
    return spawn.call(this, { ...options, envPairs: [...pairs, `LD_PRELOAD=${library}`, nodeOptions] });
  };
}
