import { expect, it } from 'vitest'
import { html } from '../../../shared/http/html.ts'

it('escapes what could end a text or an attribute, wherever a value stands', () => {
  const strange = `&<>"'`
  expect(html`<p title="${strange}">${strange}</p>`.html).toBe(
    '<p title="&amp;&lt;&gt;&quot;&#39;">&amp;&lt;&gt;&quot;&#39;</p>',
  )
})

it('keeps what it made itself, one or several', () => {
  const items = ['<i>', 'b'].map(each => html`<li>${each}</li>`)
  expect(html`<ul>${items}</ul>${html`<hr>`}`.html).toBe('<ul><li>&lt;i&gt;</li><li>b</li></ul><hr>')
})
