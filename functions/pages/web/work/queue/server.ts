import { callApi } from '../../ui/api.ts'
import { findPerson } from '../storage/person.ts'

const path = 'GET /v1/operations/assignments'
/** What is shown as open: as much as somebody might choose from in a day. */
const openLimit = '50'

const askSession = () => callApi('GET /v1/session', {})
const askLists = () =>
  Promise.all([
    callApi(path, { query: { list: 'mine' } }),
    callApi(path, { query: { list: 'open', limit: openLimit } }),
  ])
type Asked = readonly [ReturnType<typeof askSession>, ReturnType<typeof askLists>]

let early: { readonly asked: Asked; readonly atMs: number } | undefined
/** What was answered longer ago may be another's by now. */
const earlyMs = 10_000

/**
 * Asks who is signed in while the page is still being made; on a telephone that knows nobody yet also what there is to
 * do, as on a slow network it is one answer after the other that takes long.
 */
export const prefetchWork = (): Asked[0] => {
  const session = askSession()
  // Whoever takes an answer is told, here and below.
  session.catch(() => undefined)
  void findPerson().then(person => {
    if (person !== undefined) return
    const lists = askLists()
    lists.catch(() => undefined)
    early = { asked: [session, lists], atMs: Date.now() }
  })
  return session
}

const takeEarly = (): Asked | undefined => {
  const taken = early
  early = undefined
  return taken && Date.now() - taken.atMs < earlyMs ? taken.asked : undefined
}

/**
 * Who is signed in and the work that there is.
 * @param isEmpty nothing lies on this telephone that has changed since the page was opened: what was asked then will do
 * @throws Refusal, Unreachable
 */
export const fetchWork = async (isEmpty: boolean) => {
  const asked = (isEmpty && takeEarly()) || ([askSession(), askLists()] as const)
  const [{ id }, [mine, open]] = await Promise.all(asked)
  return { person: id, mine: mine.data, open: open.data }
}
