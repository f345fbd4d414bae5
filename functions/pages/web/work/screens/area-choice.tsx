import { useState } from 'preact/hooks'
import { callApi } from '../../ui/api.ts'
import { Choose } from '../../ui/page.tsx'
import { ErrorNotice, useMutation, useQuery } from '../../ui/query.tsx'
import { chooseArea } from '../queue/open-work.ts'
import type { WorkLists } from '../storage/records.ts'

interface NamedPlace {
  readonly id: number
  readonly name: string
}

const none = ''

const optionsOf = (first: string, places: readonly NamedPlace[] = []) =>
  [[none, first] as const, ...places.map(({ id, name }) => [`${id}`, name] as const)] as const

const nameIn = (places: readonly NamedPlace[] | undefined, id: string): string | undefined =>
  places?.find(place => `${place.id}` === id)?.name

const askStates = async () => (await callApi('GET /v1/locations/states', {})).data
const askLgas = async (stateId: string) =>
  (await callApi('GET /v1/locations/states/{stateId}/lgas', { params: { stateId } })).data

const AreaForm = ({ by, onDone }: { by: string; onDone: () => void }) => {
  const [stateId, setStateId] = useState(none)
  const [lgaId, setLgaId] = useState(none)
  const states = useQuery(askStates, 'states')
  const lgas = useQuery(() => askLgas(stateId), stateId || undefined)
  const { isBusy, error, run } = useMutation()
  const name = nameIn(lgas.value, lgaId) ?? nameIn(states.value, stateId)
  const choose = () =>
    run(async () => {
      if (name === undefined) return
      await chooseArea(by, { stateId: Number(stateId), name, ...(lgaId && { lgaId: Number(lgaId) }) })
      onDone()
    })
  return (
    <form
      class="filter"
      onSubmit={event => {
        event.preventDefault()
        void choose()
      }}
    >
      <ErrorNotice error={states.error ?? lgas.error} onRetry={states.error ? states.again : lgas.again} />
      <Choose
        label="State"
        value={stateId}
        options={optionsOf('Choose a state', states.value)}
        onChoose={id => {
          setStateId(id)
          setLgaId(none)
        }}
      />
      {stateId && (
        <Choose
          label="Local government area"
          value={lgaId}
          options={optionsOf('All of it', lgas.value)}
          onChoose={setLgaId}
        />
      )}
      <ErrorNotice error={error} onRetry={choose} />
      <button type="submit" class="wide" disabled={isBusy || name === undefined}>
        {isBusy ? 'One moment …' : 'Show these visits'}
      </button>
    </form>
  )
}

/** Where to look for visits, if not where the agent's team works. */
export const AreaChoice = ({ by, lists }: { by: string; lists: WorkLists }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { run, error, isBusy } = useMutation()
  const goHome = () => run(() => chooseArea(by, undefined))
  if (lists.isAreaNeeded || isOpen)
    return (
      <>
        {lists.isAreaNeeded && <p>Your office has not said where you work. Say where to look for visits.</p>}
        <AreaForm by={by} onDone={() => setIsOpen(false)} />
        {isOpen && (
          <button type="button" class="plain wide" onClick={() => setIsOpen(false)}>
            Stay here
          </button>
        )}
      </>
    )
  return (
    <div class="acts">
      <button type="button" class="plain" onClick={() => setIsOpen(true)}>
        Look elsewhere
      </button>
      {lists.area && (
        <button type="button" class="plain" disabled={isBusy} onClick={goHome}>
          My team’s area
        </button>
      )}
      <ErrorNotice error={error} onRetry={goHome} />
    </div>
  )
}
