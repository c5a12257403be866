import { useEffect, useState } from "react";

/** True once the component has waited without a break for so many milliseconds. Renders nothing again when it does not wait. */
export function useIsLate(isWaiting: boolean, milliseconds: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isWaiting, milliseconds]);
  return isLate;
}
