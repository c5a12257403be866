/**
 * Names the components that React renders, as its developer tools find them. Imported before `rendered.tsx`, because React DOM
 * looks for the tools only when it is loaded.
 */

/** What is used of React's tree: https://github.com/facebook/react/blob/main/packages/react-devtools-shared/src/backend/fiber */
interface Fiber {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  /** The same component in the tree of the commit before. */
  alternate: Fiber | null;
}

/** React's mark of a component whose function has run. */
const performedWork = 1;

const names: string[] = [];

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => collect(current),
    onCommitFiberUnmount: () => undefined,
  },
});

/** A component below an unchanged list of children has not rendered. */
function collect({ type, flags, child, alternate }: Fiber): void {
  const component = typeof type === "object" && type !== null && "type" in type ? type.type : type;
  if (typeof component === "function" && flags & performedWork) names.push(component.name);
  if (child === alternate?.child) return;
  for (let each = child; each; each = each.sibling) collect(each);
}

/** The components that have rendered since the last call, once for each time. */
export function componentRenders(): string[] {
  return names.splice(0);
}
