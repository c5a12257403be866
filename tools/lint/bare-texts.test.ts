import { expect, it } from "vitest";
import { bareTextsOf } from "./bare-texts.ts";
import { programOf } from "./program.ts";

const declared = `
  import { Fragment, type ReactNode } from "react";
  declare const words: { title: string; picks: (values: { count: number }) => string };
  declare const count: number, name: string, isOpen: boolean, problem: string | undefined, names: string[];
  declare const children: ReactNode;
  const Icon = () => <svg />;
  const Name = () => name;
`;

const broken = [
  "<p>{count} picks</p>",
  "<p>{words.title}: <b>{count} </b></p>",
  "<p>{words.picks({ count })}{isOpen && words.title}</p>",
  "<button>{isOpen && <Icon />}{words.title}</button>",
  "<button><Icon />{words.title}</button>",
  "<button>{isOpen ? <Icon /> : null}{children}</button>",
  "<p><Icon />{problem}</p>",
  "<p>{isOpen ? <b>{name}</b> : name}<Icon /></p>",
  "<p><b>{name}</b>, {count}</p>",
  "<p>{names.map((one) => one)}<Icon /></p>",
  "<p><Name /><Icon /></p>",
  "<>{isOpen ? words.title : name}</>",
  "<Fragment key={name}>{name}<Icon /></Fragment>",
];

const safe = [
  "<p>{isOpen ? words.title : name}</p>",
  "<p>{isOpen ? words.title : <Icon />}</p>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code with a template
  "<p>{`${count} picks`}</p>",
  "<button>{isOpen && <Icon />}<span>{words.title}</span></button>",
  "<p><b>{name}</b> <Icon /></p>",
  "<p>{isOpen && <Icon />}{isOpen && <b>{name}</b>}</p>",
  "<section><h2>{name}</h2>{children}</section>",
];

it("finds texts beside other children, and accepts texts with an element of their own", () => {
  const codes = Object.fromEntries(
    [...broken, ...safe].map((jsx, at) => [`web/page-${at}.tsx`, `${declared}export const page = ${jsx};`]),
  );
  const program = programOf(Object.keys(codes), codes);
  const found = bareTextsOf(program, Object.keys(codes)).map((problem) => problem.split(":")[0]);
  expect([...new Set(found)]).toEqual(broken.map((_, at) => `web/page-${at}.tsx`));
});
