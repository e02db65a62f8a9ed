create table orders (number int primary key, item varchar(100) not null);
