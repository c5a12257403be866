/** Keeps a processor busy until its parent ends it or ends. */
process.on("disconnect", () => process.exit());
const spin = () => {
  const until = performance.now() + 50;
  while (performance.now() < until);
  setImmediate(spin);
};
spin();
