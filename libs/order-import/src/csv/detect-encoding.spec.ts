import { decoderFor } from './decode-text.js';
import { encodingOf, type FoundEncoding } from './detect-encoding.js';
import { type ChosenEncoding, REGIONAL_NAMES, type RegionalEncoding } from './text-encodings.js';

/** Returns the bytes of each character that an encoding has, in one or two bytes. */
function tableOf(encoding: RegionalEncoding): Map<string, number[]> {
  const table = new Map<string, number[]>();
  const note = (bytes: number[]): void => {
    const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes), { stream: true });
    if (Array.from(text).length === 1 && text !== '\uFFFD' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) note([byte]);
  for (let lead = 0x81; lead < 256; lead += 1) for (let trail = 0x40; trail < 256; trail += 1) note([lead, trail]);
  return table;
}

function encoded(text: string, encoding: RegionalEncoding): Uint8Array {
  const table = tableOf(encoding);
  return Uint8Array.from(Array.from(text).flatMap((char) => table.get(char) ?? []));
}

async function* chunksOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const found = (bytes: Uint8Array, chosen: ChosenEncoding | null = null, length = bytes.length): Promise<FoundEncoding> =>
  encodingOf(chosen, () => chunksOf(bytes, length));

const textOf = (bytes: Uint8Array, encoding: FoundEncoding['name']): string => {
  const decoder = decoderFor(encoding);
  return decoder.decode(bytes) + decoder.end();
};

const tableOfOrders = (names: string): string =>
  `order_id,customer,status,total\n${names
    .split(' ')
    .map((name, at) => `${at},Anna ${name},paid,${at}.90\n`)
    .join('')}`;

const CZECH = 'Dvořák Černý Novák Kučera Veselý Němec Růžička Beneš Sedláček Kolář Vaněk Blažek Kříž Vlček Říha Jiří Tomáš Ondřej Lukáš';
const POLISH = 'Wiśniewska Kamiński Zieliński Woźniak Dąbrowski Kozłowski Król Michał Łukasz Paweł Żak Święty Błażej Grażyna Wójcik Łódź';
const RUSSIAN =
  'Иван Петров Сергей Иванов Анна Кузнецова Ольга Смирнова Дмитрий Попов Елена Васильева Мария Соколова Алексей Михайлов Москва';
const GERMAN = 'Müller Schäfer Schröder Krüger Böhm Weiß Groß Günther Köhler';
const FRENCH = 'Hélène François Rémi Noël Benoît Gaëlle Zoé Frédéric Thérèse Lefèvre Béatrice Éric Élodie Besançon Nîmes';
const JAPANESE = '田中太郎 佐藤花子 鈴木一郎 高橋 伊藤 渡辺 山本 中村 小林 加藤 支払済み キャンセル 東京都 発送済';
const KOREAN =
  '김철수 이영희 박민수 최지우 정수빈 강하늘 조은비 윤서준 장미란 임재현 배송완료 취소 결제완료 서울특별시 환불 김서연 이도윤 박하은 최민준 정예린 강지호 조수아 윤도현 장하윤 임시우';

describe('the encoding of a file whose header is English', () => {
  it.each<[RegionalEncoding, string]>([
    ['windows-1252', GERMAN],
    ['windows-1252', FRENCH],
    ['macintosh', GERMAN],
    ['macintosh', FRENCH],
    ['windows-1250', CZECH],
    ['windows-1250', POLISH],
    ['iso-8859-2', CZECH],
    ['iso-8859-2', POLISH],
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['windows-1253', 'Παπαδόπουλος Γεωργίου Νικόλαος Μαρία Κωνσταντίνου Ελένη Δημήτρης Βασιλείου Αθήνα Γιώργος Θεόδωρος Άννα Σοφία Ιωάννα'],
    ['windows-1254', 'Yılmaz Şahin Çelik Öztürk Aydın Doğan Kılıç Çetin Koç Özkan Şimşek Güneş İbrahim Gülşen Işık Müslüm'],
    ['shift_jis', JAPANESE],
    ['euc-kr', KOREAN],
    ['gb18030', '王伟 李娜 张敏 刘洋 陈静 杨磊 赵勇 黄丽 周杰 吴强 已付款 已取消 上海市 已发货 退款 广东省 深圳市 郑晓东 钱多多 孙悦'],
    ['big5', '陳怡君 林志明 黃淑芬 張家豪 李美玲 王小明 吳建宏 已付款 已取消 臺北市 退款'],
  ])('is %s: %s', async (encoding, names) => {
    const text = tableOfOrders(names);
    const bytes = encoded(text, encoding);
    const { name, words, readings } = await found(bytes);
    expect(readings).toEqual([]);
    expect(textOf(bytes, name)).toBe(text);
    expect(text).toContain(words[0]);
    // Words at the borders of chunks are read whole.
    expect(await found(bytes, null, 77)).toEqual({ name, words, readings });
  });

  it.each<[RegionalEncoding, string]>([
    ['windows-1252', 'Nicolò'],
    ['windows-1252', 'João'],
    ['windows-1250', 'Kovačević'],
    ['windows-1250', 'Győző'],
    ['windows-1251', 'Иван'],
    ['windows-1255', 'כהן'],
    ['windows-874', 'สมชาย'],
    ['euc-kr', '김철수'],
  ])('is asked for when few words are no proof, and the right one is among the answers: %s, %s', async (encoding, name) => {
    const text = tableOfOrders(name);
    const bytes = encoded(text, encoding);
    const { readings } = await found(bytes);
    expect(readings.length).toBeGreaterThan(1);
    expect(readings.map((reading) => textOf(bytes, reading.encoding))).toContain(text);
    expect(readings.flatMap(({ words }) => words)).toContain(name);
  });

  it('is not asked for when all likely ones read the same', async () => {
    expect(await found(encoded(tableOfOrders('Müller'), 'windows-1250'))).toEqual({
      name: 'windows-1252',
      words: ['Müller'],
      readings: [],
    });
  });

  it('is asked for when no encoding that we know fits, such as that of DOS', async () => {
    const { readings } = await found(Buffer.from([...Buffer.from('name\nM'), 0x81, ...Buffer.from('ller\n')]));
    expect(readings.length).toBeGreaterThan(1);
  });

  it('is the one that the owner chose', async () => {
    const bytes = encoded(tableOfOrders(CZECH), 'windows-1250');
    expect(await found(bytes, 'windows-1252')).toMatchObject({
      name: 'windows-1252',
      readings: [],
      words: ['Dvoøák', 'Èerný', 'Novák', 'Kuèera'],
    });
  });

  it('stays UTF-8 in a file that is UTF-8, whatever was chosen for an earlier one', async () => {
    const bytes = Buffer.from(tableOfOrders(CZECH));
    for (const chosen of [null, ...REGIONAL_NAMES]) expect(await found(bytes, chosen)).toEqual({ name: 'utf-8', words: [], readings: [] });
  });

  it('stays UTF-8 around a few other bytes, which are named', async () => {
    const bytes = Buffer.concat([Buffer.from(tableOfOrders(CZECH)), Buffer.from('99,M\u00fcller\n', 'latin1')]);
    expect(await found(bytes)).toEqual({ name: 'utf-8', words: ['Müller'], readings: [] });
  });
});
