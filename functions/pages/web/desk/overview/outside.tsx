import { formatDateTime } from '../../ui/format.ts'
import { Bar, type OverviewNumbers, Section } from './section.tsx'

const endpointTexts = { off: 'disabled', failing: 'failing, deliveries wait' } as const

/** Deliveries to customers' endpoints. */
export const Deliveries = ({ deliveries }: Pick<OverviewNumbers, 'deliveries'>) => {
  const { hours, delivered, waiting, failed, endpoints, isMore } = deliveries
  const parts = [
    { value: delivered, look: 'later', name: 'Delivered' },
    { value: waiting, look: 'soon', name: 'Waiting' },
    { value: failed, look: 'late', name: 'Failed' },
  ]
  return (
    <Section id="deliveries" title={`Deliveries, ${hours} h`}>
      <Bar parts={parts} whole={delivered + waiting + failed} />
      <dl class="steps">
        {parts.map(({ value, look, name }) => (
          <div key={look}>
            <dt>
              <span class={`swatch ${look}`} />
              {name}
            </dt>
            <dd class={value > 0 && look === 'late' ? 'wrong' : ''}>{value}</dd>
          </div>
        ))}
      </dl>
      {isMore && <p class="quiet">Of busy endpoints the latest attempts were counted.</p>}
      {endpoints.length > 0 && (
        <ul class="troubled" aria-label="Endpoints in trouble">
          {endpoints.map(({ organisationId, endpointId, state, since }) => (
            <li key={endpointId}>
              <span class="tag wrong">{endpointTexts[state]}</span> organisation {organisationId}, endpoint{' '}
              <code>{endpointId}</code>
              {since && <span class="quiet"> since {formatDateTime(since)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const registryTexts = {
  available: 'answers',
  unavailable: 'does not answer',
  not_connected: 'not connected',
} as const

/** Whether the national registries answer, and how fast. */
export const Registries = ({ registries }: Pick<OverviewNumbers, 'registries'>) => (
  <Section id="registries" title="Registries">
    <table>
      <caption class="unseen">Registries</caption>
      <thead>
        <tr>
          <th scope="col">Registry</th>
          <th scope="col">State</th>
          <th scope="col" class="number">
            Answers in
          </th>
        </tr>
      </thead>
      <tbody>
        {registries.map(({ name, state, since, p50LatencyMs }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <span class={state === 'unavailable' ? 'tag wrong' : 'tag'}>{registryTexts[state]}</span>
              {state === 'unavailable' && since && <span class="quiet"> since {formatDateTime(since)}</span>}
            </td>
            <td class="number">{p50LatencyMs === null ? '–' : `${p50LatencyMs} ms`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Section>
)
