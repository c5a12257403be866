import { useLayoutEffect } from "react";
import { beforeAll, expect, it } from "vitest";
import { connect } from "../backend/connection/client.ts";
import { Link } from "../routing/link.tsx";
import { useLocation, useNavigate } from "../routing/location.tsx";
import { rendered } from "../testing/rendered.tsx";
import { Page } from "./page.tsx";

beforeAll(() => {
  connect({
    url: "http://127.0.0.1:1",
    publishable_key: "key",
    brand: "Club",
    time_zone: "Indian/Mauritius",
    sign_up: "email",
  });
});

/** Whether the content was there when the heading was, for each time that a heading appeared. */
const withContent: boolean[] = [];

function Heading({ text }: { text: string }) {
  useLayoutEffect(() => void withContent.push(document.getElementById("content") !== null), []);
  return <h1>{text}</h1>;
}

function Pages() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const name = pathname === "/" ? "First" : "Second";
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => navigate("/second")}>
        Go on
      </button>
      <Page key={name} name={name} head={<Heading text={name} />}>
        <p id="content">{`${name} content`}</p>
        <Link to="/">Link</Link>
      </Page>
    </>
  );
}

it("shows its heading before its content, and after a step back both at once", async () => {
  const page = await rendered(<Pages />, "/");
  expect(withContent.splice(0)).toEqual([true]);
  await page.press("Go on");
  expect(page.text()).toContain("Second content");
  expect(withContent.splice(0)).toEqual([false]);
  await page.press("Back");
  await page.until(() => page.text().includes("First content"));
  expect(page.text()).toContain("First content");
  expect(withContent.splice(0)).toEqual([true]);
});

it("names the document and has the focus after a change of page", async () => {
  const page = await rendered(<Pages />, "/");
  expect(document.title).toBe("First · Club");
  expect(document.activeElement).toBe(document.body);
  await page.press("Go on");
  expect(document.title).toBe("Second · Club");
  expect(document.activeElement?.id).toBe("main");
});

it("calls a function for its content only with a user", async () => {
  const page = await rendered(<Page title="Members">{({ id }) => <p>{id}</p>}</Page>);
  expect(page.text()).toBe("Members");
});
