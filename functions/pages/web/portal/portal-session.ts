import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { type ResponseOf, callApi, isSessionExpired, errorMessage } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'

export type Session = ResponseOf<'GET /v1/portal/session'>

/** Who the portal is open for, as far as it is known. */
export type PortalSessionState =
  | { readonly session: Session }
  | { readonly problem: string }
  | 'asking'
  | 'nobody'

/** Session answers are asked for anew when they are this old: somebody who works is not idle. */
const keptMs = 4 * 60_000

/** The secret of the link that led here. It leaves the address bar, and with it the history, before anything else. */
const takeLink = (): string | undefined => {
  const link = location.hash.match(/^#\/link\/([\w-]+)$/)?.[1]
  if (link !== undefined) history.replaceState(null, '', hashUrl())
  return link
}

const find = async (link: string | undefined): Promise<PortalSessionState> => {
  try {
    return {
      session: await (link === undefined
        ? callApi('GET /v1/portal/session', {})
        : callApi('POST /v1/portal/links/open', { body: { link } })),
    }
  } catch (error) {
    if (link !== undefined) return { problem: errorMessage(error) }
    return isSessionExpired(error) ? 'nobody' : { problem: errorMessage(error) }
  }
}

/** Asks again while somebody moves about, so that the session of who works does not end by idleness. */
const useRenewal = (askAgain: () => void): void => {
  useEffect(() => {
    let askedAt = Date.now()
    const renew = () => {
      if (Date.now() - askedAt < keptMs) return
      askedAt = Date.now()
      askAgain()
    }
    addEventListener('hashchange', renew)
    addEventListener('pointerdown', renew)
    return () => {
      removeEventListener('hashchange', renew)
      removeEventListener('pointerdown', renew)
    }
  }, [askAgain])
}

/** Opens the portal by the link that led here, or finds that it is open. */
export const usePortalSession = () => {
  const [known, setKnown] = useState<PortalSessionState>('asking')
  const askAgain = useCallback(() => void find(undefined).then(setKnown), [])
  useLayoutEffect(() => void find(takeLink()).then(setKnown), [])
  useRenewal(askAgain)
  const opened = useCallback((session: Session) => setKnown({ session }), [])
  const over = useCallback(() => setKnown('nobody'), [])
  return { known, opened, over }
}
