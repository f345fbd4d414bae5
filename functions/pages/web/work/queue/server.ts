import { callApi } from '../../ui/api.ts'
import { findPerson } from '../storage/person.ts'

const path = 'GET /v1/operations/assignments'
/** As much as somebody might choose from in a day. */
const openLimit = '50'

const askSession = () => callApi('GET /v1/session', {})
const askLists = () =>
  Promise.all([
    callApi(path, { query: { list: 'mine' } }),
    callApi(path, { query: { list: 'open', limit: openLimit } }),
  ])
type ServerRequest = readonly [ReturnType<typeof askSession>, ReturnType<typeof askLists>]

let early: { readonly asked: ServerRequest; readonly atMs: number } | undefined
/** Older answers may be another person's. */
const earlyMs = 10_000

/** Asks early who is signed in and, on a phone that knows nobody yet, for the work: a slow network answers one by one. */
export const prefetchWork = (): ServerRequest[0] => {
  const session = askSession()
  // Their readers handle the rejections, here and below.
  session.catch(() => undefined)
  void findPerson().then(person => {
    if (person !== undefined) return
    const lists = askLists()
    lists.catch(() => undefined)
    early = { asked: [session, lists], atMs: Date.now() }
  })
  return session
}

const takeEarly = (): ServerRequest | undefined => {
  const taken = early
  early = undefined
  return taken && Date.now() - taken.atMs < earlyMs ? taken.asked : undefined
}

/** Fetches the person and their work. @param isEmpty nothing on the phone has changed, so that the early answer will do */
export const fetchWork = async (isEmpty: boolean) => {
  const asked = (isEmpty && takeEarly()) || ([askSession(), askLists()] as const)
  const [{ id }, [mine, open]] = await Promise.all(asked)
  return { person: id, mine: mine.data, open: open.data }
}
