import ts from "typescript";

/** A program with the settings of tsconfig.json. `virtual`: files that are not on the disk, by their paths. */
export function programOf(
  files: readonly string[],
  virtual: Readonly<Record<string, string>> = {},
): ts.Program {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, ".");
  const host = ts.createCompilerHost(options, true);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => virtual[path] ?? readFile(path);
  host.fileExists = (path) => path in virtual || fileExists(path);
  host.getSourceFile = (path, ...rest) => {
    const code = virtual[path];
    return code === undefined
      ? getSourceFile(path, ...rest)
      : ts.createSourceFile(path, code, ts.ScriptTarget.ESNext, true);
  };
  return ts.createProgram([...files, "web/vite-env.d.ts"].filter(host.fileExists), options, host);
}
