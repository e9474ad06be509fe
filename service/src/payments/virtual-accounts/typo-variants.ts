const digits = "0123456789".split("");

/** All digit strings that differ by one typo: a wrong, missing or extra digit, or two swapped neighbors. */
export function typoVariants(number: string): ReadonlySet<string> {
  const typos = new Set<string>();
  for (let place = 0; place <= number.length; place += 1) {
    const before = number.slice(0, place);
    const here = number.charAt(place);
    const behind = number.slice(place + 1);
    for (const digit of digits) typos.add(before + digit + here + behind);
    if (here === "") continue;
    typos.add(before + behind);
    for (const digit of digits) typos.add(before + digit + behind);
    if (behind !== "") typos.add(before + behind.charAt(0) + here + behind.slice(1));
  }
  typos.delete(number);
  return typos;
}
