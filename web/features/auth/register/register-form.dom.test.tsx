import { useState } from "react";
import { expect, it } from "vitest";
import { openFakeClub } from "../../../testing/fake-club.ts";
import { rendered } from "../../../testing/rendered.tsx";
import { RegisterForm } from "./register-form.tsx";

/** Counts requests and answers none well: an odd one with an error, an even one not at all. */
let requests = 0;
openFakeClub((_, response) => {
  requests += 1;
  if (requests % 2 === 0) response.destroy();
  else response.writeHead(500, { "content-type": "application/json" }).end('{"message":"broken"}');
});

const opened = () => rendered(<RegisterForm onRegistered={() => undefined} />);

it("reports invalid input before anything is sent", async () => {
  const form = await opened();
  await form.press("Register");
  expect(form.field("Full name").getAttribute("aria-invalid")).toBe("true");
  await form.type("Full name", "R2-D2");
  await form.type("Email", "nobody");
  await form.type("Password", "alllowercase");
  await form.press("Register");
  for (const label of ["Full name", "Email", "Password"])
    expect(form.field(label).getAttribute("aria-invalid"), label).toBe("true");
  expect(document.activeElement).toBe(form.field("Full name"));
  await form.type("Full name", "Una Lucky");
  expect(form.field("Full name").getAttribute("aria-invalid")).toBe("false");
  await form.press("Register");
  expect(document.activeElement).toBe(form.field("Email"));
  expect(requests).toBe(0);
});

it("shows a message and keeps the input while the server or the network fails", async () => {
  const form = await opened();
  await form.type("Full name", "Una Lucky");
  await form.type("Email", "una@example.com");
  await form.type("Password", "Correct1Horse");
  for (const attempt of [1, 2]) {
    await form.press("Register");
    await form.until(() => requests >= attempt && form.text().includes("Failed to create account"));
    expect(form.field("Full name").value).toBe("Una Lucky");
  }
});

it("shows the strength of a new password from 0 to 5, and what is missing", async () => {
  const form = await opened();
  for (const [password, score, words] of [
    ["", 0, "Add at least 8 characters, a lowercase letter, an uppercase letter, a digit."],
    ["abc", 1, "Very weak. Add at least 8 characters, an uppercase letter, a digit."],
    ["abcdefgh", 2, "Weak. Add an uppercase letter, a digit."],
    ["Abcdefgh", 3, "Fair. Add a digit."],
    ["Abcdefg1", 4, "Good. A special character would make it stronger."],
    ["Abcdefg1!", 5, "Strong. Meets every recommendation."],
  ] as const) {
    await form.type("Password", password);
    expect(form.text()).toContain(`Strength ${score} of 5. ${words}`);
  }
});

it("keeps what a password manager filled in without an event while the form renders again", async () => {
  function Page() {
    const [renders, setRenders] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setRenders(renders + 1)}>
          Render
        </button>
        <RegisterForm onRegistered={() => undefined} />
      </>
    );
  }
  const page = await rendered(<Page />);
  page.field("Email").value = "una@example.com";
  await page.press("Render");
  expect(page.field("Email").value).toBe("una@example.com");
});
