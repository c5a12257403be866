/** The package of the host has the version, the engines and the packages of this repository. */
import { expect, test } from "vitest";
import ours from "../../../host/package.json" with { type: "json" };
import root from "../../../package.json" with { type: "json" };

test("has the version, the licence and the Node.js of the repository", () => {
  const { version, license, engines } = root;
  expect(ours).toMatchObject({ version, license, engines });
});

test("depends on the same versions", () => {
  expect(Object.keys(ours.dependencies)).not.toEqual([]);
  expect(root.dependencies).toMatchObject(ours.dependencies);
  expect(ours.optionalDependencies).toEqual(root.optionalDependencies);
});
