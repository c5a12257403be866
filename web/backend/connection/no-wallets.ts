/**
 * Takes the place of auth-js's `lib/web3/ethereum` in the page (vite.config.ts), which offers no sign-in with a wallet: a
 * kilobyte that every visitor would load.
 */
function refuse(): never {
  // not a text: for developers
  throw new Error("This page offers no sign-in with a wallet");
}

export { refuse as createSiweMessage, refuse as fromHex, refuse as getAddress, refuse as toHex };
