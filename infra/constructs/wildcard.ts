/** IAM's wildcards: `*` for any characters, `?` for one. Goes back to the last `*` alone, so that no pattern takes long. */
export const matchesPattern = (pattern: string, value: string): boolean => {
  let [at, position, star, held] = [0, 0, -1, 0]
  while (position < value.length) {
    if (pattern[at] === '*') {
      star = at++
      held = position
    } else if (pattern[at] === '?' || pattern[at] === value[position]) {
      at++
      position++
    } else if (star >= 0) {
      at = star + 1
      position = ++held
    } else return false
  }
  return /^\**$/.test(pattern.slice(at))
}
