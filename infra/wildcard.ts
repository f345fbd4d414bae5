/** IAM's wildcards: `*` for any characters, `?` for one. Goes back to the last `*` alone, so that no pattern takes long. */
export const matchesPattern = (pattern: string, value: string): boolean => {
  let [at, place, star, held] = [0, 0, -1, 0]
  while (place < value.length) {
    if (pattern[at] === '*') {
      star = at++
      held = place
    } else if (pattern[at] === '?' || pattern[at] === value[place]) {
      at++
      place++
    } else if (star >= 0) {
      at = star + 1
      place = ++held
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}
