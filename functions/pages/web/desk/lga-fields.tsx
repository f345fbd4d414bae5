import { useState } from 'preact/hooks'
import { callApi } from '../ui/api.ts'
import { Choose } from '../ui/page.tsx'
import { useQuery } from '../ui/query.tsx'

export const choose = ['', 'Choose'] as const

export interface ValueProps {
  readonly value: string
  readonly onValue: (value: string) => void
}

/** An LGA by its state. A link knows only the LGA, and names it by its id. */
export const LgaFields = ({ value, onValue }: ValueProps) => {
  const [stateId, setStateId] = useState('')
  const states = useQuery(() => callApi('GET /v1/locations/states', {}), 'states').value?.data ?? []
  const read = () => callApi('GET /v1/locations/states/{stateId}/lgas', { params: { stateId } })
  const lgas = useQuery(read, stateId === '' ? undefined : stateId).value?.data ?? []
  const options = lgas.map(({ id, name }) => [`${id}`, name] as const)
  const linked =
    value !== '' && !options.some(([id]) => id === value) ? [[value, `LGA ${value}`] as const] : []
  return (
    <>
      <Choose
        label="State"
        value={stateId}
        options={[choose, ...states.map(({ id, name }) => [`${id}`, name] as const)]}
        onChoose={id => {
          setStateId(id)
          onValue('')
        }}
      />
      <Choose label="LGA" value={value} options={[choose, ...linked, ...options]} onChoose={onValue} />
    </>
  )
}
