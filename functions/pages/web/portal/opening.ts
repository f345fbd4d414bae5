import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { type Answer, ask, isSignedOut, wordsOf } from '../frame/api.ts'
import { placeUrl } from '../frame/place.ts'

export type Session = Answer<'GET /v1/portal/session'>

/** Who the portal is open for, as far as it is known. */
export type Known = { readonly session: Session } | { readonly problem: string } | 'asking' | 'nobody'

/** Session answers are asked for anew when they are this old: somebody who works is not idle. */
const keptMs = 4 * 60_000

/** The secret of the link that led here. It leaves the address bar, and with it the history, before anything else. */
const takeLink = (): string | undefined => {
  const link = location.hash.match(/^#\/link\/([\w-]+)$/)?.[1]
  if (link !== undefined) history.replaceState(null, '', placeUrl())
  return link
}

const find = async (link: string | undefined): Promise<Known> => {
  try {
    return {
      session: await (link === undefined
        ? ask('GET /v1/portal/session', {})
        : ask('POST /v1/portal/links/open', { body: { link } })),
    }
  } catch (error) {
    if (link !== undefined) return { problem: wordsOf(error) }
    return isSignedOut(error) ? 'nobody' : { problem: wordsOf(error) }
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
export const useOpening = () => {
  const [known, setKnown] = useState<Known>('asking')
  const askAgain = useCallback(() => void find(undefined).then(setKnown), [])
  useLayoutEffect(() => void find(takeLink()).then(setKnown), [])
  useRenewal(askAgain)
  const opened = useCallback((session: Session) => setKnown({ session }), [])
  const over = useCallback(() => setKnown('nobody'), [])
  return { known, opened, over }
}
