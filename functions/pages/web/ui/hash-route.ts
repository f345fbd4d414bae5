import { useLayoutEffect, useState } from 'preact/hooks'

/**
 * Where somebody is in an app: the words of the address's fragment, `#/review/12-34` → `['review', '12-34']`. A fragment
 * is sent to no server; it names rooms and ids, and never a person.
 */
const placeNow = (): readonly string[] => location.hash.replace(/^#\/?/, '').split('/').filter(Boolean)

/** The place, and again whenever it changes: from the first look on, not only once that was painted. */
export const useHashRoute = (): readonly string[] => {
  const [place, setPlace] = useState(placeNow)
  useLayoutEffect(() => {
    const follow = () => setPlace(placeNow())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}

export const hashUrl = (...words: readonly string[]): string => `#/${words.join('/')}`
