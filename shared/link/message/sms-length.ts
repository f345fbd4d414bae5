/*
 * How a text message is cut: one part has 160 characters of the alphabet GSM-7 or 70 of UCS-2, several have 153 or 67
 * each, and some characters of GSM-7 count twice
 * (3GPP TS 23.038; https://docs.aws.amazon.com/sms-voice/latest/userguide/sms-limitations-character.html).
 */

const plain =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const twice = '^{}\\[~]|€'

const isPlain = new Set(plain)
const isTwice = new Set(twice)

/** How many parts a text takes, each of which is paid for. */
export const countSmsParts = (text: string): number => {
  const letters = [...text]
  const isGsm = letters.every(letter => isPlain.has(letter) || isTwice.has(letter))
  const length = isGsm ? letters.length + letters.filter(letter => isTwice.has(letter)).length : text.length
  const [one, several] = isGsm ? [160, 153] : [70, 67]
  return length <= one ? 1 : Math.ceil(length / several)
}

/** The text in letters that every telephone and the cheaper alphabet have: marks are left out, and so is what has no such letter. */
export const toGsmText = (text: string): string =>
  [...text.normalize('NFD').replace(/\p{M}/gu, '')]
    .map(letter => (letter === '’' || letter === '‘' ? "'" : letter))
    .filter(letter => isPlain.has(letter))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
