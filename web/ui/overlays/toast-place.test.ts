import { expect, it } from "vitest";
import { freeLift } from "./toast-place.ts";

const toast = { left: 16, right: 374, top: 760, bottom: 828 };
const control = (top: number, bottom: number, left = 16, right = 374) => ({ left, right, top, bottom });

it.each([
  ["stays where no control is", [control(100, 144)], 0],
  ["stays beside a control that is not below it", [control(770, 814, 380, 420)], 0],
  ["moves above the button that it would cover", [control(780, 824)], 56],
  ["moves above several controls without room between them", [control(780, 824), control(712, 756)], 124],
  ["moves into the room between two controls", [control(780, 824), control(600, 644)], 56],
  ["stays if no place is free", [control(0, 828)], 0],
])("a toast %s", (_, controls, lift) => expect(freeLift(toast, controls)).toBe(lift));
