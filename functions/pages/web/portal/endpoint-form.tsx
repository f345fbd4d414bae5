import { useState } from 'preact/hooks'
import { ApiProblem, callApi, type RequestOf, type ResponseOf } from '../ui/api.ts'
import { hashUrl } from '../ui/page.tsx'
import { useMutation } from '../ui/query.tsx'
import { checkedValues, ErrorWords, Field, fieldValue, PortalPage, Tick, upToEndpoints } from './display.tsx'
import type { Webhook } from './health.tsx'
import { ShownSecret } from './secret.tsx'
import { type Session, useSession } from './session.tsx'

type EndpointSettings = RequestOf<'POST /v1/webhooks'>['body']
type Filter = Webhook['events'][number]

/** Lookups have completions alone. */
type NeverShown = `identity.verification_${'started' | 'delayed' | 'updated'}`

/** Events that an endpoint can subscribe to; a word that the API does not know does not compile. */
const filters: Readonly<Record<Exclude<Filter, NeverShown | `${string}.*`>, string>> = {
  'address.verification_completed': 'an address check ended',
  'address.verification_started': 'an address check began',
  'address.verification_delayed': 'an address check is late',
  'address.verification_updated': 'a dispute changed the result of an address check',
  'employment.verification_completed': 'an employment check ended',
  'employment.verification_started': 'an employment check began',
  'employment.verification_delayed': 'an employment check is late',
  'employment.verification_updated': 'a dispute changed the result of an employment check',
  'identity.verification_completed': 'a late lookup ended',
  'endpoint.endpoint_disabled': 'another endpoint was disabled',
}

const payloads = {
  full: 'everything',
  masked: 'everything, personal data masked',
  thin: 'ids and status alone',
} as const

/** Removes the headers whose box is not ticked, and adds or replaces one. */
const headersIn = (form: HTMLFormElement, webhook: Webhook | undefined): EndpointSettings['headers'] => {
  const name = fieldValue(form, 'headerName')
  const kept = [...checkedValues(form, 'keptHeaders'), name.toLowerCase()]
  const removed = webhook?.headerNames.filter(other => !kept.includes(other)) ?? []
  return [
    ...removed.map(other => ({ name: other, value: null })),
    ...(name === '' ? [] : [{ name, value: fieldValue(form, 'headerValue') }]),
  ]
}

const settingsIn = (form: HTMLFormElement, webhook: Webhook | undefined) => {
  const events = checkedValues(form, 'events') as Filter[]
  const isChecked = (name: string): boolean => new FormData(form).has(name)
  return {
    url: fieldValue(form, 'url'),
    description: fieldValue(form, 'description'),
    ...(events.length > 0 && { events }),
    payload: fieldValue(form, 'payload') as keyof typeof payloads,
    bodySignature: isChecked('bodySignature'),
    ed25519: isChecked('ed25519'),
    headers: headersIn(form, webhook),
    roleArn: fieldValue(form, 'roleArn'),
  } satisfies EndpointSettings
}

/** Whether a client may read what an event is about. */
const mayRead = (scopes: Session['scopes'], filter: string): boolean => {
  const resource = filter.split('.')[0]!
  return scopes.some(
    scope => scope.startsWith(resource) || (resource === 'identity' && scope.startsWith('identities.')),
  )
}

/** A new endpoint subscribes to the ends of what its client may read. */
const isSubscribed = (webhook: Webhook | undefined, scopes: Session['scopes'], filter: string): boolean =>
  webhook === undefined
    ? filter.endsWith('_completed') && mayRead(scopes, filter)
    : webhook.events.some(each => each === filter || each === filter.replace(/\.\w+$/, '.*'))

const Fields = ({ webhook }: { webhook: Webhook | undefined }) => {
  const { scopes } = useSession()
  return (
    <>
      <Field
        name="url"
        type="url"
        required
        maxLength={2000}
        defaultValue={webhook?.url ?? ''}
        spellcheck={false}
      >
        Address (https)
      </Field>
      <Field name="description" maxLength={200} defaultValue={webhook?.description ?? ''}>
        Description
      </Field>
      <fieldset>
        <legend>Tell it when</legend>
        {Object.entries(filters).map(([filter, words]) => (
          <Tick
            key={filter}
            name="events"
            value={filter}
            defaultChecked={isSubscribed(webhook, scopes, filter)}
          >
            {words}
          </Tick>
        ))}
      </fieldset>
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
      <fieldset>
        <legend>Further signatures</legend>
        <Tick name="bodySignature" defaultChecked={webhook?.bodySignature ?? false}>
          with <code>x-verifyme-signature</code>
        </Tick>
        <Tick name="ed25519" defaultChecked={webhook?.ed25519 ?? false}>
          with Ed25519
        </Tick>
      </fieldset>
      {/* Nobody is shown a header's value. */}
      <fieldset>
        <legend>Headers of yours</legend>
        {webhook?.headerNames.map(name => (
          <Tick key={name} name="keptHeaders" value={name} defaultChecked>
            keep <code>{name}</code>
          </Tick>
        ))}
        <Field name="headerName" maxLength={64} spellcheck={false} autocomplete="off">
          Header to add or replace
        </Field>
        <Field name="headerValue" type="password" maxLength={2000} autocomplete="off">
          Its value, which is not shown again
        </Field>
      </fieldset>
      <Field name="roleArn" maxLength={200} defaultValue={webhook?.role?.arn ?? ''} spellcheck={false}>
        Role, where the address is the ARN of a queue or bus
      </Field>
    </>
  )
}

const Created = ({ created }: { created: ResponseOf<'POST /v1/webhooks'> }) => (
  <PortalPage title="Endpoint added" up={upToEndpoints} guide={['signatures', 'Signatures']}>
    <p>{created.url}</p>
    <ShownSecret secret={created.secret} />
    <p>
      <a href={hashUrl('endpoints', `${created.id}`)}>Go on to the endpoint</a>
    </p>
  </PortalPage>
)

/** What is wrong with each field. */
const fieldProblemsOf = (error: unknown): readonly string[] =>
  ((error instanceof ApiProblem && error.problem.errors) || []).map(
    ({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`,
  )

export const EndpointForm = ({ webhook }: { webhook?: Webhook }) => {
  const [created, setCreated] = useState<ResponseOf<'POST /v1/webhooks'>>()
  const { error, run } = useMutation()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const body = settingsIn(event.currentTarget as HTMLFormElement, webhook)
    void run(async () => {
      if (!webhook) return setCreated(await callApi('POST /v1/webhooks', { body }))
      await callApi('PATCH /v1/webhooks/{id}', { params: { id: `${webhook.id}` }, body })
      location.hash = hashUrl('endpoints', `${webhook.id}`)
    })
  }
  if (created) return <Created created={created} />
  return (
    <PortalPage
      title={webhook ? 'Change the endpoint' : 'Add an endpoint'}
      up={upToEndpoints}
      guide={['webhooks#register-an-endpoint', 'Register an endpoint']}
    >
      {error !== undefined && (
        <div role="alert">
          <p>
            <ErrorWords error={error} />
          </p>
          {fieldProblemsOf(error).map(problem => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <form class="stack" onSubmit={submit}>
        <Fields webhook={webhook} />
        <button type="submit">{webhook ? 'Save' : 'Add it'}</button>
      </form>
    </PortalPage>
  )
}
