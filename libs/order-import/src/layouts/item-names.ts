import { plainName, wordsOf } from '../csv/columns.js';

/** Names of columns with the number of a product. */
export const PRODUCT_NUMBERS = wordsOf(
  'productid lineitemproductid lineproductid itemproductid orderitemproductid sku lineitemsku linesku itemsku productsku variantsku orderitemsku skuid productcode productnumber productno',
  'stockcode asin itemid itemcode itemno itemnumber articleid articlenumber articleno artikelnummer artikelnr artikelid produktnummer produktid produktnr',
  'référencearticle referencearticle référenceproduit referenceproduit codearticle codeproduit idproduit idproducto códigoproducto codigoproducto códigodeproducto referenciaproducto',
  'codicearticolo codiceprodotto idprodotto codart productnummer artikelcode codproduto códigoproduto codigoproduto códigodoproduto varenummer varenr artikkelnummer produktkod',
  'kodproduktu indeks ürünkodu ürünid stokkodu артикул кодтовара 商品番号 商品コード 品番 商品编号 商品编码 货号 商品id 상품번호 상품코드',
);

/** Names of columns with the category of a product. */
export const CATEGORIES = wordsOf(
  'producttype lineproducttype lineitemproducttype itemproducttype productcategory lineproductcategory lineitemproductcategory lineitemcategory productcategories productcategoryname',
  'category categoryname categories itemcategory itemcategories orderitemcategories maincategory producttypename productgroup productline',
  'produkttyp produktkategorie produktgruppe artikelgruppe artikelkategorie warengruppe kategorie kategorien',
  'catégorie categorie catégorieproduit typedeproduit famille familleproduit categoría categoria categoríadeproducto tipodeproducto familia categoriaprodotto tipodiprodotto reparto',
  'productcategorie productgroep producttypecategorie tipodeproduto categoriadoproduto varekategori varegruppe produktkategori kategori tuotekategoria kategoria kategoriaproduktu',
  'kategorisi ürünkategorisi категория категориятовара カテゴリ カテゴリー 商品カテゴリ 类目 商品类目 分类 商品分类 카테고리 상품카테고리',
);

/** Names of columns with the maker of a product, which divides the range of a shop where it has no categories. */
export const BRANDS = wordsOf(
  'brand productbrand itembrand manufacturer marke hersteller marque fabricant marca merk fabrikant märke merkki бренд ブランド メーカー 品牌 브랜드',
);

/** Names of columns with the vendor, as Shopify calls the maker of a product. */
export const VENDORS = wordsOf('vendor lineitemvendor linevendor');

/** Returns whether a column names makers or vendors of products and not categories. */
export const isBrand = (column: string): boolean => [...BRANDS, ...VENDORS].includes(plainName(column));
