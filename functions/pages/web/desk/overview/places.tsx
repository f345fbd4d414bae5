import { useEffect, useState } from 'preact/hooks'
import { hashUrl } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { placesUrl, useChosenPlace } from './chosen-place.ts'
import { type OverviewNumbers, Section } from './section.tsx'

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
    <Section id="by-place" title="Where the work is">
      <a href={isOpen ? hashUrl('overview') : placesUrl()}>
        {isOpen ? 'Close the map' : 'Map and table by state'}
      </a>
      <ErrorNotice error={error} onRetry={load} />
      {isOpen && !view && !error && <p class="quiet">One moment …</p>}
      {isOpen && view && <view.Areas places={work.places} chosen={chosen} />}
    </Section>
  )
}
