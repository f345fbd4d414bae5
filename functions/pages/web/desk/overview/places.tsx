import { useEffect, useState } from 'preact/hooks'
import { hashUrl, useHashRoute } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { type OverviewNumbers, Section } from './section.tsx'

const openWord = 'places'

/** Address of the map: of the country, or of a chosen state or LGA. */
export const placesUrl = (id?: number): string => hashUrl('overview', openWord, ...(id ? [`${id}`] : []))

/** What the address says: whether the map is open, and the id of a state (from 1) or LGA (from 101). */
export const useChosenPlace = () => {
  const [, word, id = ''] = useHashRoute()
  const isOpen = word === openWord
  return { isOpen, chosen: isOpen && /^[1-9]\d{0,3}$/.test(id) ? Number(id) : undefined }
}

/** An LGA's id is its state's and its place there: 2411. */
export const stateIdOf = (id: number): number => (id > 100 ? Math.floor(id / 100) : id)

/** Whether an LGA is the chosen one, or in the chosen state. Without a choice everything is. */
export const isIn = (chosen: number | undefined, lgaId: number | null): boolean =>
  chosen === undefined || (lgaId !== null && (lgaId === chosen || stateIdOf(lgaId) === chosen))

type AreaView = typeof import('./areas.tsx')['Areas']

/** The outlines weigh more than the desk: they are loaded when the map is opened. */
const useAreaView = (isOpen: boolean) => {
  const [view, setView] = useState<{ readonly Areas: AreaView }>()
  const [error, setError] = useState<unknown>()
  const load = async () => {
    setError(undefined)
    try {
      setView(await import('./areas.tsx'))
    } catch (failure) {
      setError(failure)
    }
  }
  useEffect(() => {
    if (isOpen && !view) void load()
  }, [isOpen])
  return { view, error, load }
}

/** Where the work is: a map and a table of the same numbers. */
export const Places = ({ work }: Pick<OverviewNumbers, 'work'>) => {
  const { isOpen, chosen } = useChosenPlace()
  const { view, error, load } = useAreaView(isOpen)
  return (
    <Section id="places" title="Where the work is">
      <a href={isOpen ? hashUrl('overview') : placesUrl()}>
        {isOpen ? 'Close the map' : 'Map and table by state'}
      </a>
      <ErrorNotice error={error} onRetry={load} />
      {isOpen && !view && !error && <p class="quiet">One moment …</p>}
      {isOpen && view && <view.Areas places={work.places} chosen={chosen} />}
    </Section>
  )
}
