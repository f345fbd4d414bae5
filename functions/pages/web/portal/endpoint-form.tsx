import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { type ResponseOf, type RequestOf, callApi, ApiProblem } from '../ui/api.ts'
import { hashUrl } from '../ui/hash-route.ts'
import { useMutation } from './query.tsx'
import { fieldValue, isChecked, checkedValues } from './form.ts'
import { HeaderFields, headersIn } from './header-fields.tsx'
import type { Webhook } from './health.tsx'
import type { Session } from './portal-session.ts'
import { PortalPage } from './portal-page.tsx'
import { ShownSecret } from './secret.tsx'

type Settings = RequestOf<'POST /v1/webhooks'>['body']
type Filter = Webhook['events'][number]

/** Look-ups have completions alone. */
type Never = `identity.verification_${'started' | 'delayed' | 'updated'}`

/** What an endpoint can hear of; a word that the API does not know does not compile. */
const filters: Readonly<Record<Exclude<Filter, Never | `${string}.*`>, string>> = {
  'address.verification_completed': 'an address check ended',
  'address.verification_started': 'an address check began',
  'address.verification_delayed': 'an address check is late',
  'address.verification_updated': 'an address check was decided otherwise after a dispute',
  'employment.verification_completed': 'an employment check ended',
  'employment.verification_started': 'an employment check began',
  'employment.verification_delayed': 'an employment check is late',
  'employment.verification_updated': 'an employment check was decided otherwise after a dispute',
  'identity.verification_completed': 'a late look-up ended',
  'endpoint.endpoint_disabled': 'another endpoint was switched off',
}

const payloads = {
  full: 'everything',
  masked: 'everything, what tells of a person masked',
  thin: 'ids and status alone',
} as const

const settingsIn = (form: HTMLFormElement, webhook: Webhook | undefined) => {
  const events = checkedValues(form, 'events') as Filter[]
  return {
    url: fieldValue(form, 'url'),
    description: fieldValue(form, 'description'),
    ...(events.length > 0 && { events }),
    payload: fieldValue(form, 'payload') as keyof typeof payloads,
    bodySignature: isChecked(form, 'bodySignature'),
    ed25519: isChecked(form, 'ed25519'),
    headers: headersIn(form, webhook),
    roleArn: fieldValue(form, 'roleArn'),
  } satisfies Settings
}

type Scopes = Session['scopes']

/** Whether a client may read what an event is about. */
const mayRead = (scopes: Scopes, filter: string): boolean => {
  const noun = filter.split('.')[0]!
  return scopes.some(
    scope => scope.startsWith(noun) || (noun === 'identity' && scope.startsWith('identities.')),
  )
}

/** A new endpoint hears, unless told, of the ends of what its client may read. */
const hears = (webhook: Webhook | undefined, scopes: Scopes, filter: string): boolean =>
  webhook === undefined
    ? filter.endsWith('_completed') && mayRead(scopes, filter)
    : (webhook.events as readonly string[]).some(
        each => each === filter || each === filter.replace(/\.\w+$/, '.*'),
      )

/** What is wrong with the fields, as the API says it. */
const faultsOf = (error: unknown): readonly string[] =>
  error instanceof ApiProblem
    ? (error.problem.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`)
    : []

interface FieldsProps {
  readonly webhook: Webhook | undefined
  readonly scopes: Scopes
}

const Events = ({ webhook, scopes }: FieldsProps): VNode => (
  <fieldset>
    <legend>Tell it when</legend>
    {Object.entries(filters).map(([filter, words]) => (
      <label key={filter} class="tick">
        <input type="checkbox" name="events" value={filter} defaultChecked={hears(webhook, scopes, filter)} />
        {words}
      </label>
    ))}
  </fieldset>
)

const Payload = ({ webhook }: { readonly webhook: Webhook | undefined }): VNode => (
  <label>
    Send it
    <select name="payload" defaultValue={webhook?.payload ?? 'full'}>
      {Object.entries(payloads).map(([payload, words]) => (
        <option key={payload} value={payload} selected={payload === (webhook?.payload ?? 'full')}>
          {words}
        </option>
      ))}
    </select>
  </label>
)

const Fields = ({ webhook, scopes }: FieldsProps): VNode => (
  <>
    <label>
      Address (https)
      <input
        name="url"
        type="url"
        required
        maxLength={2000}
        defaultValue={webhook?.url ?? ''}
        spellcheck={false}
      />
    </label>
    <label>
      Description
      <input name="description" maxLength={200} defaultValue={webhook?.description ?? ''} />
    </label>
    <Events webhook={webhook} scopes={scopes} />
    <Payload webhook={webhook} />
    <fieldset>
      <legend>Further signatures</legend>
      <label class="tick">
        <input type="checkbox" name="bodySignature" defaultChecked={webhook?.bodySignature ?? false} />
        with <code>x-verifyme-signature</code>
      </label>
      <label class="tick">
        <input type="checkbox" name="ed25519" defaultChecked={webhook?.ed25519 ?? false} />
        with Ed25519
      </label>
    </fieldset>
    <HeaderFields webhook={webhook} />
    <label>
      Role, where the address is the ARN of a queue or bus
      <input name="roleArn" maxLength={200} defaultValue={webhook?.role?.arn ?? ''} spellcheck={false} />
    </label>
  </>
)

const Created = ({ created }: { readonly created: ResponseOf<'POST /v1/webhooks'> }): VNode => (
  <PortalPage title="Endpoint added" up={{ href: hashUrl('endpoints'), title: 'Webhooks' }}>
    <p>{created.url}</p>
    <ShownSecret secret={created.secret} />
    <p>
      <a href={hashUrl('endpoints', `${created.id}`)}>Go on to the endpoint</a>
    </p>
  </PortalPage>
)

interface EndpointFormProps {
  readonly webhook?: Webhook
  readonly scopes: Scopes
}

/** Adds an endpoint, or changes one. */
export const EndpointForm = ({ webhook, scopes }: EndpointFormProps): VNode => {
  const [created, setCreated] = useState<ResponseOf<'POST /v1/webhooks'>>()
  const [problems, setProblems] = useState<readonly string[]>([])
  const attempt = useMutation()
  const save = async (body: ReturnType<typeof settingsIn>) => {
    if (!webhook) return setCreated(await callApi('POST /v1/webhooks', { body }))
    await callApi('PATCH /v1/webhooks/{id}', { params: { id: `${webhook.id}` }, body })
    location.hash = hashUrl('endpoints', `${webhook.id}`)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = settingsIn(event.currentTarget as HTMLFormElement, webhook)
    let faults: readonly string[] = []
    const came = await attempt(() =>
      save(body).catch(error => {
        faults = faultsOf(error)
        throw error
      }),
    )
    setProblems('problem' in came ? [came.problem, ...faults] : [])
  }
  if (created) return <Created created={created} />
  return (
    <PortalPage
      title={webhook ? 'Change the endpoint' : 'Add an endpoint'}
      up={{ href: hashUrl('endpoints'), title: 'Webhooks' }}
    >
      {problems.length > 0 && (
        <div role="alert">
          {problems.map(problem => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <form class="stack" onSubmit={submit}>
        <Fields webhook={webhook} scopes={scopes} />
        <button type="submit">{webhook ? 'Save' : 'Add it'}</button>
      </form>
    </PortalPage>
  )
}
