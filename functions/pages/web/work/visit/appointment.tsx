import { useState } from 'preact/hooks'
import { parseLocalTime } from '../../../../../shared/texts/format.ts'
import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { callApi } from '../../ui/api.ts'
import { formatDateTime, formatTimeOfDay } from '../../ui/format.ts'
import { Choose } from '../../ui/page.tsx'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { withTimeout } from '../queue/retry.ts'
import { useSyncStatus } from '../queue/sync.ts'
import { updateRecord } from '../storage/database.ts'
import type { Visit } from '../storage/records.ts'
import { type HeldVisit, Section } from './parts.tsx'

type StandingAppointment = NonNullable<WorkItem['appointment']>

const hourMs = 3_600_000
const timeoutMs = 30_000

/** `On the way, there by 15:10`, `Agreed: Tue 24 Nov, 14:30`. */
export const describeAppointment = ({
  at,
  isOnTheWay,
}: Pick<StandingAppointment, 'at' | 'isOnTheWay'>): string =>
  isOnTheWay
    ? `On the way, there by ${formatTimeOfDay(new Date(Date.parse(at) + hourMs).toISOString())}`
    : `Agreed: ${formatDateTime(at)}`

/** Whether the applicant has named another time since the agent last said one. */
export const asksAnotherTime = ({ work, applicantSays }: Visit): boolean => {
  const askedAt = applicantSays?.timeAskedAt
  return askedAt != null && !(work?.appointment && work.appointment.saidAt > askedAt)
}

const keep = (visit: Visit, appointment: StandingAppointment | null): Promise<void> =>
  updateRecord('visits', visit, ({ work }) => work && { work: { ...work, appointment } })

/** @throws ApiProblem, NetworkError, StorageError */
const tell = async (visit: Visit, body: Pick<StandingAppointment, 'at' | 'isOnTheWay'>): Promise<void> => {
  const { at, isOnTheWay, saidAt } = await callApi('POST /v1/operations/assignments/{id}/appointment', {
    params: { id: visit.id },
    body,
    signal: withTimeout(timeoutMs),
  })
  await keep(visit, { at, isOnTheWay, saidAt })
}

const takeBack = async (visit: Visit): Promise<void> => {
  await callApi('DELETE /v1/operations/assignments/{id}/appointment', {
    params: { id: visit.id },
    signal: withTimeout(timeoutMs),
  })
  await keep(visit, null)
}

/** Hours from now until the hour in which they arrive. */
const arrivals = [
  ['0', 'Within an hour'],
  ['1', 'In one to two hours'],
  ['2', 'In two to three hours'],
] as const

type ArrivalChoice = (typeof arrivals)[number][0]

/** Says to the applicant, on their page, when the agent comes. */
export const AppointmentSection = ({ visit }: { readonly visit: HeldVisit }) => {
  const [arrival, setArrival] = useState<ArrivalChoice>('0')
  const [time, setTime] = useState('')
  const { isBusy, error, run } = useMutation()
  const isOffline = useSyncStatus() === 'unreachable'
  const { appointment } = visit.work
  const isOff = isBusy || isOffline
  const inHours = () => new Date(Date.now() + Number(arrival) * hourMs).toISOString()
  return (
    <Section id="when" title="When you come">
      {asksAnotherTime(visit) && (
        <p class="notice">
          The applicant asks for another time: “{visit.applicantSays?.time}”. Agree on one.
        </p>
      )}
      {appointment ? (
        <p class="good">{describeAppointment(appointment)}</p>
      ) : (
        <p class="quiet">What you say here is shown on the applicant’s page, if a link to it was sent.</p>
      )}
      <div class="filter">
        <Choose label="I am on my way" value={arrival} options={arrivals} onChoose={setArrival} />
        <button
          type="button"
          class="plain"
          disabled={isOff}
          onClick={() => run(() => tell(visit, { at: inHours(), isOnTheWay: true }))}
        >
          {isBusy ? 'One moment …' : 'Tell the applicant'}
        </button>
      </div>
      <details>
        <summary>Note a time that you agreed on</summary>
        <div class="filter">
          <label>
            Day and time (Nigeria)
            <input type="datetime-local" value={time} onInput={event => setTime(event.currentTarget.value)} />
          </label>
          <button
            type="button"
            class="plain"
            disabled={isOff || time === ''}
            onClick={() =>
              run(() => tell(visit, { at: parseLocalTime(time).toISOString(), isOnTheWay: false }))
            }
          >
            Note it
          </button>
        </div>
      </details>
      {appointment && (
        <button type="button" class="plain wide" disabled={isOff} onClick={() => run(() => takeBack(visit))}>
          Take it back
        </button>
      )}
      {isOffline && (
        <p class="quiet">To tell the applicant you need a connection. You can still call or text.</p>
      )}
      <ErrorLine error={error} />
    </Section>
  )
}
