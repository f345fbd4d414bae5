import { useEffect, useState } from 'preact/hooks'
import { callApi } from '../../ui/api.ts'
import { useLazyPart } from '../../ui/lazy-part.ts'
import { Loading } from '../../ui/page.tsx'
import { ErrorNotice, useQuery } from '../../ui/query.tsx'
import { stateIdOf } from '../overview/chosen-place.ts'
import type { FieldworkHealth } from './health.ts'
import { useFieldworkPlace } from './link.ts'

/** `Fri 27 Nov, 10:05`, by the clock of the places. */
const formatPlaceTime = (at: string, timeZone: string): string =>
  new Date(at).toLocaleString('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })

const describeCount = ({ counted, workingDay: { timeZone } }: FieldworkHealth): string =>
  counted
    ? `Counted ${formatPlaceTime(counted.at, timeZone)} in Lagos, every five minutes`
    : 'Nothing is counted yet. The first count comes within five minutes.'

/** Three counts have not come. */
const oldMs = 16 * 60_000

const isOld = ({ counted }: FieldworkHealth): boolean =>
  counted !== null && Date.now() - Date.parse(counted.at) > oldMs

/** How the day of the agents goes: who is behind, what is late, and what is on phones alone. */
export const Fieldwork = () => {
  const place = useFieldworkPlace()
  const stateId = place === undefined ? undefined : stateIdOf(place)
  const read = () =>
    callApi('GET /v1/operations/fieldwork-health', {
      query: stateId === undefined ? {} : { stateId: `${stateId}` },
    })
  const { value: health, error, isBusy, again } = useQuery(read, `fieldwork ${stateId ?? ''}`)
  // The outlines weigh more than the desk.
  const view = useLazyPart(true, () => import('../map/pages.ts'))
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(''), [place])
  const refresh = () => again().then(() => setSaid('These are the latest numbers.'))
  return (
    <main class="overview fieldwork">
      <div class="head">
        <h1>Fieldwork today</h1>
        <p class="quiet">{health ? describeCount(health) : 'One moment …'}</p>
        <button type="button" class="plain" onClick={refresh} disabled={isBusy}>
          Refresh
        </button>
        <a href="/v1/docs/fieldwork">Guide to fieldwork</a>
      </div>
      <p role="status" class={said ? 'said' : 'unseen'}>
        {said}
      </p>
      <ErrorNotice error={error} onRetry={again} />
      <ErrorNotice error={view.error} onRetry={view.load} />
      {view.part && health?.counted !== null && <view.part.PlaceHeading place={place} />}
      {!error && !view.error && (!health || !view.part) && <Loading />}
      {health && isOld(health) && (
        <p class="notice">These numbers are old: the service has stopped counting. Tell the operator.</p>
      )}
      {health?.counted && view.part && (
        <view.part.FieldworkNumbers health={health} counted={health.counted} place={place} />
      )}
    </main>
  )
}
