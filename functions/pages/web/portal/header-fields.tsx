import type { VNode } from 'preact'
import type { RequestOf } from '../ui/api.ts'
import { fieldValue, checkedValues } from './form.ts'
import type { Webhook } from './health.tsx'

type Headers = NonNullable<RequestOf<'POST /v1/webhooks'>['body']['headers']>

const namesOf = (webhook: Webhook | undefined): readonly string[] => webhook?.headerNames ?? []

/** What the form changes of an endpoint's headers: those that are not kept go, and one may be new or get a new value. */
export const headersIn = (form: HTMLFormElement, webhook: Webhook | undefined): Headers => {
  const kept = checkedValues(form, 'keptHeaders')
  const name = fieldValue(form, 'headerName')
  const given = name === '' ? [] : [{ name, value: fieldValue(form, 'headerValue') }]
  const isGiven = (other: string) => other === name.toLowerCase()
  const removed = namesOf(webhook).filter(other => !kept.includes(other) && !isGiven(other))
  return [...removed.map(other => ({ name: other, value: null })), ...given]
}

/** The headers that an endpoint is sent beside ours: by their names, since nobody is shown a value. */
export const HeaderFields = ({ webhook }: { readonly webhook: Webhook | undefined }): VNode => (
  <fieldset>
    <legend>Headers of yours</legend>
    {namesOf(webhook).map(name => (
      <label key={name} class="tick">
        <input type="checkbox" name="keptHeaders" value={name} defaultChecked />
        keep <code>{name}</code>
      </label>
    ))}
    <label>
      Header to add or replace
      <input name="headerName" maxLength={64} spellcheck={false} autocomplete="off" />
    </label>
    <label>
      Its value, which is not shown again
      <input name="headerValue" type="password" maxLength={2000} autocomplete="off" />
    </label>
  </fieldset>
)
