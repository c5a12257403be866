/** Which build of the application this page is; `development` where none was made. */
export function currentBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "development";
}
