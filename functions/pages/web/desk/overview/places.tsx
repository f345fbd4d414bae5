import { useLazyPart } from '../../ui/lazy-part.ts'
import { hashUrl } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { placesUrl, useChosenPlace } from './chosen-place.ts'
import { type OverviewNumbers, Section } from './section.tsx'

/** Where the work is: a map and a table of the same numbers. */
export const Places = ({ work }: Pick<OverviewNumbers, 'work'>) => {
  const { isOpen, chosen } = useChosenPlace()
  // The outlines weigh more than the desk: they are loaded when the map is opened.
  const { part, error, load } = useLazyPart(isOpen, () => import('../map/pages.ts'))
  return (
    <Section id="by-place" title="Where the work is">
      <a href={isOpen ? hashUrl('overview') : placesUrl()}>
        {isOpen ? 'Close the map' : 'Map and table by state'}
      </a>
      <ErrorNotice error={error} onRetry={load} />
      {isOpen && !part && !error && <p class="quiet">One moment …</p>}
      {isOpen && part && <part.Areas places={work.places} chosen={chosen} />}
    </Section>
  )
}
