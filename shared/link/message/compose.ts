import { type Html, html } from '../../http/html.ts'
import type { TextParameters, Texts } from '../../texts/english.ts'
import { verificationTypeOf } from '../../verification/contract/product.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Link } from '../link.ts'

/*
 * One SMS has 160 characters of the alphabet GSM-7 or 70 of UCS-2; its parts have 153 or 67 each. Some characters of
 * GSM-7 count twice
 * (3GPP TS 23.038; https://docs.aws.amazon.com/sms-voice/latest/userguide/sms-limitations-character.html).
 */

const plain = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const twice = new Set('^{}\\[~]|€')

/** Every part is charged. */
export const countSmsParts = (text: string): number => {
  const letters = [...text]
  const isGsm = letters.every(letter => plain.has(letter) || twice.has(letter))
  const length = isGsm ? letters.length + letters.filter(letter => twice.has(letter)).length : text.length
  const [one, several] = isGsm ? [160, 153] : [70, 67]
  return length <= one ? 1 : Math.ceil(length / several)
}

/** The text in GSM-7, which is cheaper. Characters that it lacks are left out. */
export const toGsmText = (text: string): string =>
  [...text.normalize('NFD').replace(/\p{M}/gu, '')]
    .map(letter => (letter === '’' || letter === '‘' ? "'" : letter))
    .filter(letter => plain.has(letter))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

export interface MessageContext {
  readonly link: Pick<Link, 'purpose' | 'endsAtSeconds'>
  readonly verification: Verification
  readonly organisation: string
  readonly url: string
}

const maxNameInEmail = 80
/** Names are shortened until an SMS fits. */
const maxNamesInSms = [60, 40, 30, 24, 18, 12] as const
export const maxSmsParts = 2

/**
 * Strips a name of direction marks, line breaks, and what mail programs and phones turn into a link: strangers choose
 * names.
 */
const toPlainName = (name: string, maxLength: number): string => {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"]/gu, ' ')
    .replace(/[.:/@\\]+(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...plain]
  const cut = letters.slice(0, maxLength - 3).join('')
  return letters.length <= maxLength ? plain : `${cut.trim()}...`
}

const parametersOf = (
  { link, verification, organisation, url }: MessageContext,
  texts: Texts,
  toName: (name: string) => string,
): TextParameters => {
  const { firstname, lastname } = verification.applicant
  return {
    organisation: toName(organisation),
    applicant: toName(`${firstname} ${lastname}`),
    employer: toName('employerName' in verification ? verification.employerName : ''),
    matter: texts.matters[verificationTypeOf[verification.product]],
    until: texts.formatDay(new Date(link.endsAtSeconds * 1000).toISOString()),
    link: url,
  }
}

const fillTemplate = (text: string, parameters: TextParameters): string =>
  text.replace(/\{(\w+)\}/g, (_, name: keyof TextParameters) => parameters[name])

const renderParagraph = (paragraph: string, parameters: TextParameters): Html =>
  paragraph === '{link}'
    ? html`<p><a href="${parameters.link}">${parameters.link}</a></p>\n`
    : html`<p>${fillTemplate(paragraph, parameters)}</p>\n`

export const composeEmail = (message: MessageContext, texts: Texts) => {
  const { subject, paragraphs } = texts.messages[message.link.purpose].mail
  const parameters = parametersOf(message, texts, name => toPlainName(name, maxNameInEmail))
  return {
    subject: fillTemplate(subject, parameters),
    text: `${paragraphs.map(paragraph => fillTemplate(paragraph, parameters)).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="${texts.language}">
<head><meta charset="utf-8"><title>${fillTemplate(subject, parameters)}</title></head>
<body>
${paragraphs.map(paragraph => renderParagraph(paragraph, parameters))}</body>
</html>
`.html,
  }
}

/** An SMS of at most two parts, unless the link alone is longer. */
export const composeSms = (message: MessageContext, texts: Texts): string => {
  const withNames = (maxLength: number): string => {
    const toName = (name: string) => toPlainName(toGsmText(name), maxLength) || texts.nameless
    return fillTemplate(texts.messages[message.link.purpose].sms, parametersOf(message, texts, toName))
  }
  const shortest = withNames(maxNamesInSms.at(-1)!)
  return maxNamesInSms.map(withNames).find(text => countSmsParts(text) <= maxSmsParts) ?? shortest
}
