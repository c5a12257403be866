/** The id of this page's build; `development` without one. */
export function currentBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "development";
}
