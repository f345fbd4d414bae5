type AnswerPage = Readonly<Record<string, unknown>>

/** Asks for page after page of a list, as long as there is a `next`, and says of a long one how it goes on. */
export const gatherPages = async (
  list: string,
  ask: (after: { readonly after?: unknown }) => Promise<object>,
  remark: (text: string) => void,
): Promise<AnswerPage> => {
  const all: unknown[] = []
  let page = (await ask({})) as AnswerPage
  for (let pages = 1; ; pages++) {
    // One by one: a call takes no list of any length as its arguments.
    for (const one of page[list] as readonly unknown[]) all.push(one)
    if (page.next === undefined) return { [list]: all }
    if (pages > 1) remark(`${pages} pages read, ${all.length} ${list} so far`)
    page = (await ask({ after: page.next })) as AnswerPage
  }
}
