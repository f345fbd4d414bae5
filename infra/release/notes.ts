/** What the notes of a release say, for whoever takes it. */
export const noteRows = [
  'come from',
  'may go back to',
  'what to do',
  'how long',
  'for customers',
  'for agents',
  'for reviewers',
] as const

/** The text below a heading of the second level, up to the next one. */
const sectionOf = (markdown: string, isHeading: (heading: string) => boolean): string | undefined =>
  markdown.split(/^## /m).find((section, at) => at > 0 && isHeading(section.split('\n')[0]!))

/** What a release lacks in words. @param notes the guide for operators @param changelog the one for integrators */
export const findMissingWords = (version: string, notes: string, changelog: string): readonly string[] => {
  const own = sectionOf(notes, heading => heading === version)
  const rows = new Map(
    [...(own ?? '').matchAll(/^\| ([^|]+) \| ([^|]*) \|$/gm)].map(([, name, text]) => [name!, text!.trim()]),
  )
  const missing = noteRows.filter(name => !rows.get(name))
  return [
    ...(own === undefined ? [`releases.md has no section ${version}`] : []),
    ...(own === undefined
      ? []
      : missing.map(name => `releases.md, ${version}: nothing is said of “${name}”`)),
    ...(sectionOf(changelog, heading => heading.split(',')[0] === version) === undefined
      ? [`changelog.md has no section ${version}`]
      : []),
  ]
}
