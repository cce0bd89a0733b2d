import { pseudonymsWith } from '#libs/order-import';
import { addAddresses } from './add-addresses';

const pseudonym = pseudonymsWith(new Uint8Array(32).fill(3));
const ann = pseudonym('email', 'ann@example.com');
const bob = pseudonym('email', 'bob@example.com');
const cleo = pseudonym('name', 'Cleo Example');

const list = new Blob([
  `\uFEFFexternal_id,score,reason\r\n${bob},0.90,"No order, so far"\r\nc-7,0.50,\r\n${ann},0.40,=1\r\n${cleo},0.30,\r\n`,
]);
const textOf = async (file: Blob): Promise<string> => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

it('adds addresses of any file that has them, in the order of the list', async () => {
  const customers = new Blob(['First Name,Email,Note\nAnn, Ann@Example.com ,regular\nBob,bob@example.com,\nDora,dora@example.com,\n']);
  const { file, ...counts } = await addAddresses(list, customers, pseudonym);
  expect(counts).toEqual({ customers: 4, found: 2 });
  expect(await textOf(file)).toBe(
    `\uFEFFaddress,external_id,score,reason\r\nbob@example.com,${bob},0.90,"No order, so far"\r\n,c-7,0.50,\r\nAnn@Example.com,${ann},0.40,"'=1"\r\n,${cleo},0.30,\r\n`,
  );
});

it('finds names and phone numbers where the upload does', async () => {
  const report = new Blob(['Date,Order #,Status,Customer,Net sales\n2026-01-15 12:00:00,77,completed,Cleo Example,12.00\n']);
  const { file, found } = await addAddresses(list, report, pseudonym);
  expect(found).toBe(1);
  expect(await textOf(file)).toContain(`Cleo Example,${cleo},0.30`);
});

it('adds the contact columns of the row that has the identifier', async () => {
  const till = new Blob(['Beleg;Kundennr;Kunde;E-Mail;Betrag\nR-1;c-7;Müller;mueller@example.com;12,50\nR-2;c-7;Müller;;3\n']);
  const { file, ...counts } = await addAddresses(new Blob(['external_id,score\r\nc-7,0.50\r\nc-8,0.40\r\n']), till, pseudonym);
  expect(counts).toEqual({ customers: 2, found: 1 });
  expect(await textOf(file)).toBe('\uFEFFKunde,E-Mail,external_id,score\r\nMüller,mueller@example.com,c-7,0.50\r\n,,c-8,0.40\r\n');
});

it('keeps both apart where some customers are known by pseudonyms and others are not', async () => {
  const mixed = new Blob(['Id,Name,Email\nc-7,Carl,carl@example.com\n9,Ann,ann@example.com\n']);
  const { file, found } = await addAddresses(list, mixed, pseudonym);
  expect(found).toBe(2);
  const lines = (await textOf(file)).split('\r\n');
  expect(lines[0]).toBe('\uFEFFaddress,Name,Email,external_id,score,reason');
  expect(lines[2]).toBe(',Carl,carl@example.com,c-7,0.50,');
  expect(lines[3]).toBe(`ann@example.com,,,${ann},0.40,"'=1"`);
});

it('says that a file has none of them, and refuses one that is no table', async () => {
  expect(await addAddresses(list, new Blob(['Email\nzoe@example.com\n']), pseudonym)).toMatchObject({ customers: 4, found: 0 });
  await expect(addAddresses(list, new Blob(['%PDF-1.7']), pseudonym)).rejects.toThrow('This is a PDF');
});
